import { basename } from "node:path";
import { type Assay, AssayError, type UploadTarget } from "@assay/sdk";
import { type Catalogue, catalogueOf, everyFramework } from "../catalogue-codes.ts";
import { checkFiles } from "../check-files.ts";
import type { Command, Context, Given } from "../command.ts";
import { exitCodes, misused, Problem } from "../problem.ts";
import { targetOptions, toControlTarget, toTarget, uploadFiles, waitAndReport } from "./submit.ts";

/** The configured company, unless it is a scratch company of a service that was set up anew since. */
async function findCompany({ connection, signal }: Context): Promise<Assay | undefined> {
  const key = connection.findCompanyKey();
  if (key === undefined) return undefined;
  const assay = connection.connect(key);
  if (!connection.profile.isScratch || key !== connection.profile.companyKey) return assay;
  try {
    await assay.listComplianceFrameworks({ signal });
    return assay;
  } catch (error) {
    // What we made there by ourselves, we make again.
    if (error instanceof AssayError && error.status === 401) return undefined;
    throw error;
  }
}

/** Who can make a scratch company, and see before what it will be able to reference. */
interface Onboarder {
  catalogue: Catalogue;
  /** Of a partner that is there, or of one that is made for it. */
  partnerKey(): Promise<string>;
  isPartnerMade: boolean;
}

async function findOnboarder({ connection, signal }: Context): Promise<Onboarder> {
  const known = connection.profile.isScratch ? undefined : connection.findPartnerKey();
  if (known !== undefined) {
    const catalogue = catalogueOf(connection.connect(known), { signal });
    return { catalogue, partnerKey: async () => known, isPartnerMade: false };
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
  const options = { signal, retries: 1 };
  return {
    catalogue: everyFramework(admin, options),
    partnerKey: async () => (await admin.createPartner({ name: "Command line" }, options)).apiKey,
    isPartnerMade: true,
  };
}

async function onboardScratch(
  { connection, note, signal }: Context,
  onboarder: Onboarder,
): Promise<{ assay: Assay; businessEntityId: string }> {
  const partnerKey = await onboarder.partnerKey();
  const made = await connection.connect(partnerKey).onboardCompany({ name: "Scratch company" }, { signal });
  const { companyApiKey: companyKey, companyId, businessEntityId } = made;
  const isScratch = onboarder.isPartnerMade;
  await connection.remember({ partnerKey, companyKey, companyId, businessEntityId, isScratch });
  note(`Onboarded a scratch company (kept in the profile ${connection.profileName}).`);
  return { assay: connection.connect(companyKey), businessEntityId };
}

/** The company to act for, and what to review for it. A company is made last: nobody takes it back when something is refused. */
async function prepare(context: Context, given: Given): Promise<{ assay: Assay; target: UploadTarget }> {
  const { connection } = context;
  const control = given.text("control");
  if (control === undefined) {
    const hasKey = (connection.findCompanyKey() ?? connection.findPartnerKey()) !== undefined;
    throw misused(
      "Which control? Give --control CODE.",
      `assay ${hasKey ? "frameworks" : "admin frameworks"} lists the controls.`,
    );
  }
  await checkFiles(given.arguments);
  const company = await findCompany(context);
  if (company !== undefined) return { assay: company, target: await toTarget(context, company, given) };
  if (given.text("entity") !== undefined)
    throw misused("--entity needs its company's key, and there is none.", "Leave it out, or give --key KEY.");
  const onboarder = await findOnboarder(context);
  const target = await toControlTarget(onboarder.catalogue, control, given);
  await connection.checkKeeping();
  const { assay, businessEntityId } = await onboardScratch(context, onboarder);
  return { assay, target: { businessEntityId, ...target } };
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
    const { assay, target } = await prepare(context, given);
    const files = given.arguments;
    context.note(
      `Reviewing ${files.map((file) => basename(file)).join(", ")} against ${given.text("control")} at ${context.connection.url}`,
    );
    const together = files.length > 1 ? { ...target, isConsolidated: true } : target;
    const uploaded = await uploadFiles(context, assay, files, together, given.has("fresh"));
    return waitAndReport(context, assay, uploaded.documents);
  },
};
