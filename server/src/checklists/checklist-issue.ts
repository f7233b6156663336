/** Where in a checklist something is. The only sheet of a CSV file has no name. */
export interface ChecklistPlace {
  sheet: string;
  /** From 1, as the spreadsheet numbers it. */
  row?: number;
  /** Its letter and its heading, such as "F (Weight)". */
  column?: string;
}

/** What is wrong and what to do about it, each in a sentence. A checklist with a problem is not imported. */
export interface ChecklistProblem extends ChecklistPlace {
  message: string;
  advice: string;
}

export const warningKinds = ["bundled", "undecidable", "duplicate", "drafted", "ignored"] as const;

/** What a person should look at before or after importing. */
export interface ChecklistWarning extends ChecklistProblem {
  kind: (typeof warningKinds)[number];
}

/** Collects what is found while a checklist is read. */
export class ChecklistIssues {
  readonly problems: ChecklistProblem[] = [];
  readonly warnings: ChecklistWarning[] = [];

  problem(place: ChecklistPlace, message: string, advice: string): void {
    this.problems.push({ ...place, message, advice });
  }

  warn(kind: ChecklistWarning["kind"], place: ChecklistPlace, message: string, advice: string): void {
    this.warnings.push({ kind, ...place, message, advice });
  }
}
