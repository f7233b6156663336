import { basename } from "node:path";
import { type Assay, AssayError } from "@assay/sdk";
import { checkFiles } from "../check-files.ts";
import type { Command, Context } from "../command.ts";
import { exitCodes, Problem } from "../problem.ts";
import { targetOptions, toTarget, uploadFiles, waitAndReport } from "./submit.ts";

/** The company to act for: the configured one, or a scratch company that is made on the spot. */
async function someCompany(context: Context): Promise<Assay> {
  const { connection, signal } = context;
  const key = connection.findCompanyKey();
  if (key !== undefined) {
    const assay = connection.connect(key);
    if (!connection.profile.isScratch || key !== connection.profile.companyKey) return assay;
    try {
      await assay.listComplianceFrameworks({ signal });
      return assay;
    } catch (error) {
      // The service was set up anew since; what we made there by ourselves, we make again.
      if (!(error instanceof AssayError && error.status === 401)) throw error;
    }
  }
  return onboardScratch(context);
}

async function onboardScratch({ connection, note, signal }: Context): Promise<Assay> {
  const partnerKey = connection.profile.isScratch ? undefined : connection.findPartnerKey();
  const name = "Scratch company";
  if (partnerKey !== undefined) {
    const made = await connection.connect(partnerKey).onboardCompany({ name }, { signal });
    return keep(made, partnerKey);
  }
  if ((await connection.findAdminToken()) === undefined) {
    // The first question is whether there is a service at all.
    await connection.connect().getHealth({ signal, retries: 1 });
    throw new Problem(
      "No company is configured, and no key or token to make one with.",
      exitCodes.notAllowed,
      "Run: assay config set --company-key KEY, or on the service's own machine run this in its clone.",
    );
  }
  const admin = await connection.admin();
  const { apiKey } = await admin.createPartner({ name: "Command line" }, { signal, retries: 1 });
  return keep(await connection.connect(apiKey).onboardCompany({ name }, { signal }), apiKey);

  async function keep(made: Awaited<ReturnType<Assay["onboardCompany"]>>, usedKey: string): Promise<Assay> {
    const { companyApiKey: companyKey, companyId, businessEntityId } = made;
    await connection.remember({
      partnerKey: usedKey,
      companyKey,
      companyId,
      businessEntityId,
      isScratch: partnerKey === undefined,
    });
    note(`Onboarded a scratch company (kept in the profile ${connection.profileName}).`);
    return connection.connect(companyKey);
  }
}

export const reviewCommand: Command = {
  name: "review",
  summary: "From a file to its findings: onboards a scratch company if needed, submits, waits and prints.",
  arguments: [{ name: "FILE", isMany: true, isFile: true }],
  options: [
    { name: "entity", value: "ENTITY", summary: "The entity to review; by default the profile's." },
    ...targetOptions,
  ],
  details:
    "Several files are reviewed as one document. Against a service on this machine nothing needs to be configured.",
  examples: [
    ["assay review samples/data-processing-agreement.pdf --control DPA", "The sample that ships with the project"],
    ["assay review policy.docx --control ISP --json > findings.json", "For a script"],
  ],
  async run(context, given) {
    await checkFiles(given.arguments);
    const assay = await someCompany(context);
    const target = await toTarget(context, assay, given);
    const files = given.arguments;
    context.note(
      `Reviewing ${files.map((file) => basename(file)).join(", ")} against ${given.text("control")} at ${context.connection.url}`,
    );
    const together = files.length > 1 ? { ...target, isConsolidated: true } : target;
    const uploaded = await uploadFiles(context, assay, files, together, given.has("fresh"));
    return waitAndReport(context, assay, uploaded.documents);
  },
};
