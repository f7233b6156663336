import { hasMembers } from "../archive/container-reader.ts";
import type { UnpackBudget } from "../archive/unpack-budget.ts";
import type { SourceFile } from "../extracted-file.ts";
import type { ExtractionLimits } from "../extraction-limits.ts";
import type { Place } from "../file-outcome.ts";
import { detectFormat } from "../format/detect-format.ts";
import { openFile } from "../format/open-file.ts";

interface MemberDeps {
  limits: ExtractionLimits;
  budget: UnpackBudget;
}

/** Calls `use` with the file at a place: the uploaded file, or a member of it, which exists only while its container is open. */
export function withMember(
  deps: MemberDeps,
  uploaded: SourceFile,
  place: Place,
  use: (file: SourceFile) => Promise<void>,
): Promise<void> {
  const [, ...steps] = place.split(".").map(Number);
  return enter(deps, uploaded, steps, use);
}

async function enter(
  deps: MemberDeps,
  file: SourceFile,
  [step, ...further]: number[],
  use: (file: SourceFile) => Promise<void>,
): Promise<void> {
  if (step === undefined) return use(file);
  const read = await openFile(await detectFormat(file), file, deps.limits, deps.budget);
  try {
    if (!hasMembers(read)) return;
    let count = 0;
    for await (const { path, fileName } of read.members()) {
      count += 1;
      if (count < step) continue;
      if (path !== undefined) await enter(deps, { path, fileName }, further, use);
      return;
    }
  } finally {
    await read.close();
  }
}
