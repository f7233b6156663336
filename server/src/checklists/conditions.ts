import { createHash } from "node:crypto";
import type { ConditionDocument } from "../catalogue/catalogue-format.ts";
import { neverApplies } from "../catalogue/never-applies.ts";
import type { SheetCells } from "../extraction/sheet-cells.ts";
import type { ChecklistIssues, ChecklistPlace } from "./checklist-issue.ts";
import { conditionHeadings } from "./headings.ts";
import { linesOf, readTable, shorten } from "./table.ts";

const keyPattern = /^[a-z][a-zA-Z0-9]{0,79}$/;
const maxStatement = 4000;
const maxPhrases = 40;
const maxPhrase = 300;

/** Facts that decide whether something applies: stated in a sheet of their own, or in words where they are used. */
export class Conditions {
  readonly #byKey = new Map<string, ConditionDocument>();
  readonly #keyByStatement = new Map<string, string>();
  readonly #used = new Set<string>();

  /** Reads the sheet with the wordings of conditions. */
  read(sheet: SheetCells, issues: ChecklistIssues): void {
    const rows = readTable({ sheet, headings: conditionHeadings, required: ["key", "statement"] }, issues);
    for (const row of rows ?? []) {
      const [key, statement] = [row.text("key"), row.text("statement")];
      if (key === neverApplies || !keyPattern.test(key)) {
        issues.problem(
          row.place("key"),
          `${shorten(key, 40) || "An empty cell"} cannot be the name of a condition.`,
          "Use letters and digits, beginning with a small letter, such as usesSubProcessors.",
        );
      } else if (this.#byKey.has(key))
        issues.problem(row.place("key"), `The condition ${key} is stated twice.`, "Remove one of the rows.");
      else if (statement === "" || statement.length > maxStatement)
        issues.problem(
          row.place("statement"),
          statement === "" ? `The condition ${key} has no statement.` : "The statement is too long.",
          `State the fact in at most ${maxStatement} characters.`,
        );
      else {
        const silent = row.text("whenSilent").toLowerCase().replaceAll(/\s+/g, "_") || "applies";
        if (silent !== "applies" && silent !== "does_not_apply") {
          issues.problem(row.place("whenSilent"), "The cell is neither “applies” nor “does not apply”.", "Write one.");
          continue;
        }
        this.#add(key, {
          ...{ statement, phrases: readPhrases("phrases"), contradictions: readPhrases("contradictions") },
          whenSilent: silent,
        });
      }
      function readPhrases(column: "phrases" | "contradictions"): string[] {
        const phrases = linesOf(row.text(column));
        if (phrases.length <= maxPhrases && phrases.every(({ length }) => length <= maxPhrase)) return phrases;
        issues.problem(
          row.place(column),
          `There are more than ${maxPhrases} wordings, or one has more than ${maxPhrase} characters.`,
          "Shorten the list.",
        );
        return [];
      }
    }
  }

  /** The key for what a cell says: a key, `never`, or a statement in words. */
  resolve(text: string, place: ChecklistPlace, issues: ChecklistIssues): string | undefined {
    if (text === "" || text === neverApplies) return text || undefined;
    const known = this.#byKey.has(text) ? text : this.#keyByStatement.get(text);
    if (known !== undefined) {
      this.#used.add(known);
      return known;
    }
    if (text.length > maxStatement) {
      issues.problem(place, "The condition is too long.", `State it in at most ${maxStatement} characters.`);
      return undefined;
    }
    const key = this.#newKey(text);
    this.#add(key, { statement: text, phrases: [], contradictions: [], whenSilent: "applies" });
    this.#used.add(key);
    return key;
  }

  /** Those that something names; a condition that nothing names is reported. */
  finish(issues: ChecklistIssues, sheet: string): Record<string, ConditionDocument> | undefined {
    for (const key of this.#byKey.keys())
      if (!this.#used.has(key))
        issues.warn(
          "ignored",
          { sheet },
          `No row names the condition ${key}, so it is left out.`,
          "Name it in the column Applies when, or remove it.",
        );
    const used = [...this.#byKey].filter(([key]) => this.#used.has(key));
    return used.length === 0 ? undefined : Object.fromEntries(used);
  }

  #add(key: string, condition: ConditionDocument): void {
    this.#byKey.set(key, condition);
    this.#keyByStatement.set(condition.statement, key);
  }

  #newKey(statement: string): string {
    const words = statement.normalize("NFKD").match(/[a-zA-Z0-9]+/g) ?? [];
    const key = words
      .slice(0, 8)
      .map((word, index) => (index === 0 ? word.toLowerCase() : word[0]?.toUpperCase() + word.slice(1).toLowerCase()))
      .join("")
      .slice(0, 60);
    if (keyPattern.test(key) && key !== neverApplies && !this.#byKey.has(key)) return key;
    const hash = createHash("sha256").update(statement).digest("hex").slice(0, 12);
    return /^[a-z]/.test(key) ? `${key}${hash}` : `c${hash}`;
  }
}
