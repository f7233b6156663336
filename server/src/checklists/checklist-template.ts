import { checklistHeadings, controlFields, controlHeadings, type Headings } from "./headings.ts";
import { toWorkbook } from "./write-checklist.ts";

const guideHeadings = { column: ["Column"], meaning: ["What to write"] } as const satisfies Headings<string>;

const guide: string[][] = [
  ["Cluster", "The group of the requirement. An empty cell is the cluster of the row above."],
  [
    "Reference",
    "The article, clause or number of the requirement, each once. By it the requirement is recognised when the checklist is imported again.",
  ],
  ["Title", "A short name. Empty: the beginning of the requirement."],
  ["Requirement", "The requirement in one or more sentences."],
  [
    "Criteria",
    "Statements about the document, one in each line, each with a single thing to check. Empty: they are drafted from the requirement. A hyphen: there are none. A row with criteria but without reference and requirement adds to the row above.",
  ],
  ["Level", "must or should; one for all criteria, or one in each line. Empty: must."],
  ["Weight", "1 to 5, where 5 is the most important; one for all criteria, or one in each line. Empty: 3."],
  [
    "Applies when",
    "A fact without which the requirement does not apply, such as: The supplier uses sub-processors. Empty: it always applies.",
  ],
];

const example: string[][] = [
  [
    ...["Access", "A.1", "Named accounts", "Every person who works with the system has an account of their own."],
    "The policy states that every person has an account of their own.\nThe policy forbids shared accounts.",
    ...["must", "4\n5", ""],
  ],
  [
    ...["", "A.2", "Second factor", "Remote access needs a second factor."],
    "The policy requires a second factor for remote access.",
    ...["must", "5", "The company allows remote access"],
  ],
  [
    ...["", "A.3", "", "Accounts must be reviewed every six months and must be closed when a person leaves."],
    ...["", "", "", ""],
  ],
  [
    ...["Incidents", "B.1", "Reporting", "Incidents are reported to the customer within 24 hours."],
    "The policy states a deadline of at most 24 hours for reporting incidents to the customer.\nThe policy names who reports incidents.",
    ...["must\nshould", "", ""],
  ],
];

const exampleFacts: Record<string, string> = {
  [controlFields.frameworkCode]: "EXAMPLE",
  [controlFields.frameworkName]: "Example checklists",
  [controlFields.version]: "2026-1",
  [controlFields.controlCode]: "EXAMPLE-SECURITY",
  [controlFields.controlName]: "Security policy of a supplier",
  [controlFields.description]: "Reviews the security policy that a supplier hands over before a contract.",
  [controlFields.sourceTitle]: "Purchasing handbook, chapter 4",
  [controlFields.documentKind]: "Security policy",
  [controlFields.keywords]: "security\naccess\nincident",
};

/** A workbook to fill in; with an example, it can be imported as it is. */
export function writeTemplate(hasExample: boolean): Buffer {
  const facts = Object.values(controlFields).map((field) => [field, hasExample ? (exampleFacts[field] ?? "") : ""]);
  return toWorkbook([
    {
      ...{ name: "checklist", headings: checklistHeadings, widths: [24, 16, 36, 60, 70, 10, 10, 30] },
      rows: hasExample ? example : [],
    },
    { name: "control", headings: controlHeadings, widths: [24, 90], rows: facts },
    { name: "guide", headings: guideHeadings, widths: [18, 120], rows: guide },
  ]);
}
