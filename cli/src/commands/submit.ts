import { blob } from "node:stream/consumers";
import type { Assay, UploadedDocuments, UploadFile, UploadTarget } from "@assay/sdk";
import { awaitResult, everything } from "../await-result.ts";
import { type Catalogue, findControl, findSelection, openTenantCatalogue } from "../catalogue-codes.ts";
import { checkFiles } from "../check-files.ts";
import { CliError, type ExitCode, exitCodes, usageError } from "../cli-error.ts";
import type { Command, Context, Option, ParsedArguments } from "../command.ts";
import { printReport } from "../findings-report.ts";
import { factsOption, parseFacts } from "../parse-facts.ts";
import { openProgressBars } from "../progress-bars.ts";
import { openResumeTokenFile } from "../resume-token-file.ts";

export const targetOptions: Option[] = [
  { name: "control", value: "CODE", summary: "The control of a new review: code or id." },
  { name: "cluster", value: "CODE", isRepeatable: true, summary: "Review only the items of this cluster." },
  { name: "item", value: "ID", isRepeatable: true, summary: "Review only this item: article, clause or id." },
  { name: "language", value: "TAG", choices: ["en", "de", "fr", "es"], summary: "The language of the findings." },
  { name: "subject", value: "TEXT", summary: "What the documents are about, such as the vendor's name." },
  {
    name: "external-reference",
    value: "TEXT",
    summary: "Your own reference for the document, such as its number in your system.",
  },
  {
    name: "count",
    value: "HOW",
    choices: ["each", "together"],
    summary: "Whether documents are judged each for itself.",
  },
  { name: "effective-from", value: "DATE", summary: "Since when the documents are effective, such as 2026-01-01." },
  { name: "valid-until", value: "DATE", summary: "The last day on which they are valid." },
  { name: "review-by", value: "DATE", summary: "The day by which they are to be reviewed." },
  factsOption,
  { name: "consolidated", summary: "Treat all files as one document." },
  { name: "fresh", summary: "Start a new upload instead of resuming an interrupted one." },
];

/** Uploads with progress bars, and resumes an interrupted upload of the same command. */
export async function uploadFiles(
  context: Context,
  assay: Assay,
  files: string[],
  target: UploadTarget,
  isFresh: boolean,
  fromStdin?: UploadFile,
): Promise<UploadedDocuments> {
  const { connection, env, signal, note, terminal, isQuiet } = context;
  const key = connection.findCompanyKey() ?? "";
  // What came through stdin is gone when the command ends, so such an upload cannot be resumed.
  const tokenFile =
    fromStdin === undefined
      ? await openResumeTokenFile(env, { url: connection.url, key, target, files }).catch(() => undefined)
      : undefined;
  const resume = isFresh ? undefined : await tokenFile?.read();
  if (resume !== undefined) note("Resuming the interrupted upload.");
  const bars = openProgressBars(terminal, isQuiet);
  let saving: Promise<void> | undefined;
  try {
    const all = files.map((file) => (file === "-" && fromStdin !== undefined ? fromStdin : file));
    const uploaded = await assay.uploadDocuments(all, target, {
      signal,
      resume,
      onProgress(progress) {
        if (progress.resumeToken !== undefined) {
          const token = progress.resumeToken;
          // In order, and ignoring errors: an upload must not fail because its token cannot be saved.
          saving = (saving ?? Promise.resolve()).then(() => tokenFile?.save(token)).catch(() => undefined);
        }
        bars.upload(progress);
      },
    });
    await saving;
    await tokenFile?.remove();
    return uploaded;
  } catch (error) {
    if (saving !== undefined && tokenFile !== undefined)
      note("Run the same command again within 24 hours to resume the upload.");
    throw error;
  } finally {
    await saving;
    bars.end();
  }
}

export async function toTarget(
  { connection, signal }: Context,
  assay: Assay,
  args: ParsedArguments,
): Promise<UploadTarget> {
  const review = args.text("review");
  const control = args.text("control");
  const catalogue = openTenantCatalogue(assay, { signal });
  if (review !== undefined) {
    if (args.text("entity") !== undefined || control !== undefined) {
      throw usageError("A review already has an entity and a control.", "Leave --entity and --control out.");
    }
    const { controlId } = await assay.getComplianceReview(review, { signal });
    return { complianceReviewId: review, ...(await toSharedFields(catalogue, controlId, args)) };
  }
  if (control === undefined) {
    throw usageError(
      "Which control? Use --control CODE to start a review or --review REVIEW to add to one.",
      "assay frameworks lists the controls.",
    );
  }
  const target = await toControlTarget(catalogue, control, args);
  const businessEntityId = args.text("entity") ?? (await findDefaultEntity(connection.findEntity(), assay));
  return { businessEntityId, ...target };
}

/** The target of a new review without its entity, which need not exist yet. */
export async function toControlTarget(
  catalogue: Catalogue,
  code: string,
  args: ParsedArguments,
): Promise<UploadTarget> {
  const { control, framework } = findControl(await catalogue.frameworks(), code, catalogue.listCommand);
  return {
    controlId: control.id,
    complianceFrameworkId: framework.id,
    ...(await toSharedFields(catalogue, control.id, args)),
  };
}

const dateOptions = { effectiveFrom: "effective-from", validUntil: "valid-until", reviewBy: "review-by" } as const;

/** The dates whose options are set. */
export function readDates({ text }: Pick<ParsedArguments, "text">): { [Field in keyof typeof dateOptions]?: string } {
  const given = Object.entries(dateOptions).map(([field, option]) => [field, text(option)] as const);
  return Object.fromEntries(given.filter(([, date]) => date !== undefined));
}

/** Fields for new and existing reviews. */
async function toSharedFields(catalogue: Catalogue, controlId: string, args: ParsedArguments): Promise<UploadTarget> {
  const [language, subject, supersedes] = [args.text("language"), args.text("subject"), args.text("supersedes")];
  const [count, externalReference] = [args.text("count"), args.text("external-reference")];
  const facts = parseFacts(args);
  const selection = { clusters: args.list("cluster"), items: args.list("item") };
  return {
    ...(language !== undefined && { auditLanguageId: language }),
    ...(subject !== undefined && { subject }),
    ...(externalReference !== undefined && { externalReference }),
    ...((count === "each" || count === "together") && { documentsCount: count }),
    ...(supersedes !== undefined && { supersedes }),
    ...readDates(args),
    ...(args.has("consolidated") && { isConsolidated: true }),
    ...(facts !== undefined && { facts }),
    ...(await findSelection(catalogue, controlId, selection)),
  };
}

/** The profile's entity, or the company's only one. */
async function findDefaultEntity(entityOfProfile: string | undefined, assay: Assay): Promise<string> {
  if (entityOfProfile !== undefined) return entityOfProfile;
  const { businessEntities } = await assay.listBusinessEntities({ limit: 100 });
  const open = businessEntities.filter(({ isArchived }) => !isArchived);
  const [only] = open;
  if (only !== undefined && open.length === 1) return only.id;
  throw usageError("Which business entity? Use --entity ENTITY.", "assay entities lists the entities.");
}

export async function waitAndReport(
  context: Context,
  assay: Assay,
  documents: UploadedDocuments["documents"],
): Promise<ExitCode> {
  const { terminal, signal, isJson, json, isQuiet } = context;
  let exitCode: ExitCode = exitCodes.done;
  const results = [];
  for (const { documentId, fileNames } of documents) {
    const bars = openProgressBars(terminal, isQuiet);
    try {
      const name = fileNames.length === 1 ? (fileNames[0] ?? "") : `${fileNames.length} files`;
      const result = await awaitResult(assay, documentId, {
        signal,
        ...(isJson && { include: everything }),
        onProgress: (progress) => bars.review(name, progress),
      });
      if (result.status === "failed") exitCode = exitCodes.failed;
      results.push(result);
    } finally {
      bars.end();
    }
  }
  if (isJson) json(results.length === 1 ? results[0] : results);
  else
    for (const result of results) {
      terminal.out("");
      printReport(terminal, result);
    }
  return exitCode;
}

async function readStdin(args: ParsedArguments): Promise<UploadFile> {
  if (args.arguments.filter((file) => file === "-").length > 1) throw usageError("stdin can be submitted only once.");
  const name = args.text("name");
  if (name === undefined) throw usageError("Use --name NAME: what comes through stdin has no file name.");
  const content = (await blob(process.stdin)) as Blob;
  if (content.size === 0) throw new CliError("stdin is empty.", exitCodes.failed);
  return { name, content };
}

export const submitCommand: Command = {
  name: "submit",
  summary: "Submit documents of any size. The same command resumes an interrupted upload.",
  arguments: [{ name: "FILE", isMany: true, isFile: true }],
  options: [
    { name: "review", value: "REVIEW", summary: "Add the documents to this review." },
    { name: "supersedes", value: "DOCUMENT", summary: "The document of --review that this is a new version of." },
    { name: "entity", value: "ENTITY", summary: "The business entity of a new review; by default the profile's." },
    ...targetOptions,
    { name: "name", value: "NAME", summary: "The file name of what comes through stdin (FILE is -)." },
    { name: "wait", summary: "Wait for the results and print them." },
  ],
  details:
    "Each file becomes a document; with --consolidated all files become one. An interrupted upload, even after kill -9, resumes\nwhen the same command is run again within 24 hours.",
  examples: [
    ["assay submit contract.pdf --control DPA", "A new review of the profile's entity"],
    ["assay submit annex-*.pdf --review 01K… --wait", "Add documents to a review and wait for the results"],
    ["pdftk a.pdf b.pdf cat output - | assay submit - --name both.pdf --control DPA", "What another command writes"],
    ["assay submit contract-2.pdf --review 01K… --supersedes 01K…", "A new version of a document"],
    ['assay submit scan.pdf --control DPA --item "Art. 33(2)" --language de', "One item only, in German"],
  ],
  async run(context, args) {
    const isFromStdin = args.arguments.includes("-");
    await checkFiles(args.arguments.filter((file) => file !== "-"));
    const assay = context.connection.company();
    const target = await toTarget(context, assay, args);
    const given = isFromStdin ? await readStdin(args) : undefined;
    const uploaded = await uploadFiles(context, assay, args.arguments, target, args.has("fresh"), given);
    if (args.has("wait")) return waitAndReport(context, assay, uploaded.documents);
    if (context.isJson) context.json(uploaded);
    else {
      for (const { documentId, fileNames } of uploaded.documents)
        context.terminal.out(`${documentId}  ${fileNames.join(", ")}`);
      context.note(
        `Review ${uploaded.complianceReviewId}. Next: assay result ${uploaded.documents[0]?.documentId} --wait`,
      );
    }
    return undefined;
  },
};
