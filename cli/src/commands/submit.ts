import type { Assay, UploadedDocuments, UploadTarget } from "@assay/sdk";
import { awaitResult } from "../await-result.ts";
import { type Catalogue, catalogueOf, findControl, findSelection } from "../catalogue-codes.ts";
import { checkFiles } from "../check-files.ts";
import type { Command, Context, Given, Option } from "../command.ts";
import { printReport } from "../findings-report.ts";
import { keptUpload } from "../kept-uploads.ts";
import { type ExitCode, exitCodes, misused } from "../problem.ts";
import { openProgressBars } from "../progress-bars.ts";

export const targetOptions: Option[] = [
  { name: "control", value: "CODE", summary: "The control of a new review: its code or id." },
  { name: "cluster", value: "CODE", isRepeatable: true, summary: "Only the items of this cluster." },
  { name: "item", value: "ID", isRepeatable: true, summary: "Only this item: its article or clause, or its id." },
  { name: "language", value: "TAG", choices: ["en", "de", "fr", "es"], summary: "The language of the findings." },
  { name: "consolidated", summary: "Make all files one document." },
  { name: "fresh", summary: "Start a new upload instead of resuming one that was cut off." },
];

/** Uploads with bars, going on by itself where the same command was cut off before. */
export async function uploadFiles(
  context: Context,
  assay: Assay,
  files: string[],
  target: UploadTarget,
  isFresh: boolean,
): Promise<UploadedDocuments> {
  const { connection, env, signal, note, terminal, isQuiet } = context;
  const key = connection.findCompanyKey() ?? "";
  const kept = await keptUpload(env, { url: connection.url, key, target, files }).catch(() => undefined);
  const resume = isFresh ? undefined : await kept?.find();
  if (resume !== undefined) note("Resuming the upload that was cut off.");
  const bars = openProgressBars(terminal, isQuiet);
  let keeping: Promise<void> | undefined;
  try {
    const uploaded = await assay.uploadDocuments(files, target, {
      signal,
      resume,
      onProgress(progress) {
        if (progress.resumeToken !== undefined) {
          const token = progress.resumeToken;
          // One after the other, and whatever the disk says: being unable to resume must not end an upload.
          keeping = (keeping ?? Promise.resolve()).then(() => kept?.keep(token)).catch(() => undefined);
        }
        bars.upload(progress);
      },
    });
    await keeping;
    await kept?.forget();
    return uploaded;
  } catch (error) {
    if (keeping !== undefined) note("What has arrived is kept for 24 hours: run the same command again to resume.");
    throw error;
  } finally {
    await keeping;
    bars.end();
  }
}

export async function toTarget({ connection, signal }: Context, assay: Assay, given: Given): Promise<UploadTarget> {
  const review = given.text("review");
  const control = given.text("control");
  const catalogue = catalogueOf(assay, { signal });
  if (review !== undefined) {
    if (given.text("entity") !== undefined || control !== undefined) {
      throw misused("A review already has its entity and its control.", "Leave --entity and --control out.");
    }
    const { controlId } = await assay.getComplianceReview(review, { signal });
    return { complianceReviewId: review, ...(await toShared(catalogue, controlId, given)) };
  }
  if (control === undefined) {
    throw misused(
      "Which control? --control CODE starts a review, --review REVIEW adds to one.",
      "assay frameworks lists the controls.",
    );
  }
  const target = await toControlTarget(catalogue, control, given);
  const businessEntityId = given.text("entity") ?? (await defaultEntity(connection.findEntity(), assay));
  return { businessEntityId, ...target };
}

/** All of a new review but its entity, which need not be there yet. */
export async function toControlTarget(catalogue: Catalogue, code: string, given: Given): Promise<UploadTarget> {
  const { control, framework } = findControl(await catalogue.frameworks(), code, catalogue.listedBy);
  return {
    controlId: control.id,
    complianceFrameworkId: framework.id,
    ...(await toShared(catalogue, control.id, given)),
  };
}

/** What a new review and one that is added to have in common. */
async function toShared(catalogue: Catalogue, controlId: string, given: Given): Promise<UploadTarget> {
  const language = given.text("language");
  const selection = { clusters: given.list("cluster"), items: given.list("item") };
  return {
    ...(language !== undefined && { auditLanguageId: language }),
    ...(given.has("consolidated") && { isConsolidated: true }),
    ...(await findSelection(catalogue, controlId, selection)),
  };
}

/** The profile's entity, or the only one there is. */
async function defaultEntity(kept: string | undefined, assay: Assay): Promise<string> {
  if (kept !== undefined) return kept;
  const { businessEntities } = await assay.listBusinessEntities({ limit: 100 });
  const open = businessEntities.filter(({ isArchived }) => !isArchived);
  const [only] = open;
  if (only !== undefined && open.length === 1) return only.id;
  throw misused("Which business entity? Give --entity ENTITY.", "assay entities lists them.");
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

export const submitCommand: Command = {
  name: "submit",
  summary: "Submit documents of any size; run again, it resumes where it was cut off.",
  arguments: [{ name: "FILE", isMany: true, isFile: true }],
  options: [
    { name: "review", value: "REVIEW", summary: "Append to this review." },
    { name: "entity", value: "ENTITY", summary: "Start a review of this entity; by default the profile's." },
    ...targetOptions,
    { name: "wait", summary: "Wait for the results and print them." },
  ],
  details:
    "Each file becomes a document; --consolidated makes them one. An upload that is cut off, even by kill -9, resumes where it\nwas when the same command is run again within 24 hours.",
  examples: [
    ["assay submit contract.pdf --control DPA", "A new review of the profile's entity"],
    ["assay submit annex-*.pdf --review 01K… --wait", "More documents for a review, with their results"],
    ['assay submit scan.pdf --control DPA --item "Art. 33(2)" --language de', "One item only, in German"],
  ],
  async run(context, given) {
    await checkFiles(given.arguments);
    const assay = context.connection.company();
    const target = await toTarget(context, assay, given);
    const uploaded = await uploadFiles(context, assay, given.arguments, target, given.has("fresh"));
    if (given.has("wait")) return waitAndReport(context, assay, uploaded.documents);
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
