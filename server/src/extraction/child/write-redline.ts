import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "node:util";
import { UnpackBudget } from "../archive/unpack-budget.ts";
import { type SourceFile, UnreadableFile } from "../extracted-file.ts";
import type { ExtractionLimits } from "../extraction-limits.ts";
import type { Place } from "../file-outcome.ts";
import { detectFormat } from "../format/detect-format.ts";
import { redlineDocx } from "../redline/redline-docx.ts";
import { type Redline, type RedlineAnswer, redlineFiles } from "../redline-edit.ts";
import { isSystemError } from "../system-error.ts";
import { withMember } from "./with-member.ts";

export interface RedlineToWrite extends Redline {
  /** The top-level file. */
  file: SourceFile;
  /** The file to change: the top-level file or one of its members. */
  place: Place;
  limits: ExtractionLimits;
  outFolder: string;
}

/** Writes the changed file, if it can be changed, and what became of it into `outFolder`. */
export async function writeRedline(
  { file, place, limits, outFolder, ...redline }: RedlineToWrite,
  onFault: (fault: { place: Place; message: string }) => void,
): Promise<void> {
  let answer: RedlineAnswer = { isWordFile: false };
  try {
    await withMember({ limits, budget: new UnpackBudget(limits) }, file, place, async (member) => {
      if ((await detectFormat(member)) !== "docx") return;
      const outcome = await redlineDocx(member, redline, limits, join(outFolder, redlineFiles.document));
      answer = { isWordFile: true, outcome };
    });
  } catch (error) {
    if (isSystemError(error)) throw error;
    if (!(error instanceof UnreadableFile)) onFault({ place, message: inspect(error) });
    const reason = error instanceof UnreadableFile ? error.message : "The file cannot be changed.";
    answer = { isWordFile: true, problem: reason };
  }
  await writeFile(join(outFolder, redlineFiles.answer), JSON.stringify(answer));
}
