// npm run reproduce -- DOCUMENT_ID…     extracts and judges documents again from their stored files and reports differences
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { openOfflineAnalyser } from "../server/src/analysis/offline-analyser.ts";
import { openModels } from "../server/src/encoder/open-models.ts";
import { ExtractionChildren } from "../server/src/extraction/extraction-children.ts";
import { isId } from "../server/src/platform/ids.ts";
import {
  type ReproduceDeps,
  type Reproduction,
  reproduceDocument,
} from "../server/src/processing/reproduce-document.ts";
import { explainProblem, openStoredData, type StoredData } from "./stored-data.ts";

const usage = `Usage:
  npm run reproduce -- DOCUMENT_ID…     extract and judge documents again from their stored files
Exits with 1 when anything differs, with 2 when a document cannot be reproduced.`;

function print({ documentId, differences, notes, itemCount, judgedExternally }: Reproduction): void {
  const count = `${itemCount} item(s)`;
  console.log(`${documentId}: ${differences.length === 0 ? `identical, ${count}` : `different, ${count}`}`);
  if (judgedExternally > 0)
    console.log(
      `  ${judgedExternally} of them were judged by an external model, which was not asked again: their quotes were looked up in the document, and their findings composed again from the recorded verdicts.`,
    );
  for (const note of notes) console.log(`  ${note}`);
  for (const difference of differences) console.log(`  ${difference}`);
}

async function reproduce(data: StoredData, documentIds: string[]): Promise<number> {
  const limits = data.config.extraction;
  const children = new ExtractionChildren(limits);
  const analyser = openOfflineAnalyser({
    models: () =>
      openModels(availableParallelism(), () => console.error("The models cannot be loaded; judging by words alone.")),
  });
  const deps: Omit<ReproduceDeps, "scratchFolder"> = {
    ...{ db: data.db, blobs: await data.openBlobs(), children, limits, analyser },
  };
  let code = 0;
  try {
    for (const documentId of documentIds) {
      const scratchFolder = await mkdtemp(join(tmpdir(), "assay-reproduce-"));
      try {
        const reproduction = await reproduceDocument({ ...deps, scratchFolder }, documentId);
        print(reproduction);
        if (reproduction.differences.length > 0) code = Math.max(code, 1);
      } catch (error) {
        console.error(`${documentId}: ${explainProblem(error)}`);
        code = 2;
      } finally {
        await rm(scratchFolder, { recursive: true, force: true });
      }
    }
    return code;
  } finally {
    await children.close();
    await analyser.close();
  }
}

const documentIds = process.argv.slice(2);
if (documentIds.length === 0 || !documentIds.every(isId)) {
  console.error(usage);
  process.exitCode = 2;
} else {
  try {
    const data = await openStoredData();
    process.exitCode = await reproduce(data, documentIds).finally(() => data.close());
  } catch (error) {
    console.error(explainProblem(error));
    process.exitCode = 2;
  }
}
