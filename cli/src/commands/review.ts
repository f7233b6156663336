import { basename } from "node:path";
import { type Assay, AssayError, type UploadTarget } from "@assay/sdk";
import { type Catalogue, openFullCatalogue, openTenantCatalogue } from "../catalogue-codes.ts";
import { checkFiles } from "../check-files.ts";
import { CliError, exitCodes, usageError } from "../cli-error.ts";
import type { Command, Context, ParsedArguments } from "../command.ts";
import { targetOptions, toControlTarget, toTarget, uploadFiles, waitAndReport } from "./submit.ts";

/** The configured company, unless it is a scratch company that the service no longer has. */
async function findCompany({ connection, signal }: Context): Promise<Assay | undefined> {
  const key = connection.findCompanyKey();
  if (key === undefined) return undefined;
  const assay = connection.connect(key);
  if (!connection.profile.isScratch || key !== connection.profile.companyKey) return assay;
  try {
    await assay.listComplianceFrameworks({ signal });
    return assay;
  } catch (error) {
    // A scratch company is created again.
    if (error instanceof AssayError && error.status === 401) return undefined;
    throw error;
  }
}

/** Creates scratch companies, with the catalogue that they will see. */
interface Onboarder {
  catalogue: Catalogue;
  /** The key of an existing partner, or of one that is created. */
  partnerKey(): Promise<string>;
  isPartnerCreated: boolean;
}

async function findOnboarder({ connection, signal }: Context): Promise<Onboarder> {
  const known = connection.profile.isScratch ? undefined : connection.findPartnerKey();
  if (known !== undefined) {
    const catalogue = openTenantCatalogue(connection.connect(known), { signal });
    return { catalogue, partnerKey: async () => known, isPartnerCreated: false };
  }
  if ((await connection.findAdminToken()) === undefined) {
    // First checks whether the service can be reached.
    await connection.connect().getHealth({ signal, retries: 1 });
    throw new CliError(
      "No company is configured, and no key or token to create one.",
      exitCodes.notAllowed,
      "Run: assay config set --company-key KEY. On the service's machine, run the command in its clone.",
    );
  }
  const admin = await connection.admin();
  const options = { signal, retries: 1 };
  return {
    catalogue: openFullCatalogue(admin, options),
    partnerKey: async () => (await admin.createPartner({ name: "Command line" }, options)).apiKey,
    isPartnerCreated: true,
  };
}

async function onboardScratch(
  { connection, note, signal }: Context,
  onboarder: Onboarder,
): Promise<{ assay: Assay; businessEntityId: string }> {
  const partnerKey = await onboarder.partnerKey();
  const onboarded = await connection.connect(partnerKey).onboardCompany({ name: "Scratch company" }, { signal });
  const { companyApiKey: companyKey, companyId, businessEntityId } = onboarded;
  const isScratch = onboarder.isPartnerCreated;
  await connection.saveProfile({ partnerKey, companyKey, companyId, businessEntityId, isScratch });
  note(`Onboarded a scratch company (saved in the profile ${connection.profileName}).`);
  return { assay: connection.connect(companyKey), businessEntityId };
}

/** Finds or creates the company. It is created last, because it would remain when something else is refused. */
async function prepare(context: Context, args: ParsedArguments): Promise<{ assay: Assay; target: UploadTarget }> {
  const { connection } = context;
  const control = args.text("control");
  if (control === undefined) {
    const hasKey = (connection.findCompanyKey() ?? connection.findPartnerKey()) !== undefined;
    throw usageError(
      "Which control? Give --control CODE.",
      `assay ${hasKey ? "frameworks" : "admin frameworks"} lists the controls.`,
    );
  }
  await checkFiles(args.arguments);
  const company = await findCompany(context);
  if (company !== undefined) return { assay: company, target: await toTarget(context, company, args) };
  if (args.text("entity") !== undefined)
    throw usageError("--entity needs its company's key.", "Use --key KEY, or leave --entity out.");
  const onboarder = await findOnboarder(context);
  const target = await toControlTarget(onboarder.catalogue, control, args);
  await connection.checkProfileWritable();
  const { assay, businessEntityId } = await onboardScratch(context, onboarder);
  return { assay, target: { businessEntityId, ...target } };
}

export const reviewCommand: Command = {
  name: "review",
  summary: "Review a file and print its findings. Onboards a scratch company if needed.",
  arguments: [{ name: "FILE", isMany: true, isFile: true }],
  options: [
    { name: "entity", value: "ENTITY", summary: "The business entity; by default the profile's." },
    ...targetOptions,
  ],
  details: "Several files are reviewed as one document. A service on this machine needs no configuration.",
  examples: [
    ["assay review samples/data-processing-agreement.pdf --control DPA", "The sample that ships with the project"],
    ["assay review policy.docx --control ISP --json > findings.json", "For a script"],
  ],
  async run(context, args) {
    const { assay, target } = await prepare(context, args);
    const files = args.arguments;
    context.note(
      `Reviewing ${files.map((file) => basename(file)).join(", ")} against ${args.text("control")} at ${context.connection.url}`,
    );
    const uploadTarget = files.length > 1 ? { ...target, isConsolidated: true } : target;
    const uploaded = await uploadFiles(context, assay, files, uploadTarget, args.has("fresh"));
    return waitAndReport(context, assay, uploaded.documents);
  },
};
