import type { ChecklistIssues, ChecklistPlace } from "./checklist-issue.ts";
import { sentencesOf } from "./draft-criteria.ts";
import { checkable, joining, modal, twoVerbs, vague } from "./statement-words.ts";
import { shorten } from "./table.ts";

const everyModal = new RegExp(`(?<!\\p{L})(?:${modal})(?!\\p{L})`, "giu");

/** Why a criterion says more than one thing; undefined if it does not. */
function findBundling(statement: string): string | undefined {
  const sentences = sentencesOf(statement).length;
  if (sentences > 1) return `it has ${sentences} sentences`;
  if (statement.includes(";")) return "a semicolon joins two statements";
  const duties = statement.match(everyModal)?.length ?? 0;
  if (duties > 1) return `it states ${duties} duties`;
  const verbs = twoVerbs.exec(statement)?.[0];
  if (verbs !== undefined) return `it joins two duties: “${verbs}”`;
  const word = joining.exec(statement)?.[0];
  return word === undefined ? undefined : `“${word}” joins two statements`;
}

/** The words that leave open when a criterion is met; none where it also says something checkable. */
function findVagueWords(statement: string): string[] {
  if (checkable.test(statement)) return [];
  return [...new Set((statement.match(vague) ?? []).map((word) => word.toLowerCase()))];
}

export function judgeWording(statement: string, place: ChecklistPlace, issues: ChecklistIssues): void {
  const shown = shorten(statement, 80);
  const bundling = findBundling(statement);
  if (bundling !== undefined)
    issues.warn(
      "bundled",
      place,
      `“${shown}” asks for several things: ${bundling}.`,
      "Write one criterion for each, so that each gets its own verdict.",
    );
  const words = findVagueWords(statement);
  if (words.length > 0)
    issues.warn(
      "undecidable",
      place,
      `“${shown}” leaves open when it is met: ${words.map((word) => `“${word}”`).join(", ")}.`,
      "Name a figure, a deadline or what a document has to state.",
    );
}
