import type { DocumentComparison } from "@assay/sdk";
import { findControl, openTenantCatalogue } from "../catalogue-codes.ts";
import { usageError } from "../cli-error.ts";
import type { Command } from "../command.ts";

type Change = DocumentComparison["changes"][number];

const reasonNames = { subject: "same subject", file_name: "same file name", text: "same text for the most part" };
const marks = { same: ["", ""], removed: ["[-", "-]"], added: ["{+", "+}"] } as const;

/** As in a word-level diff: [-removed-]{+added+}. */
const wordsOf = ({ words }: Change) =>
  words
    .map(({ kind, text }) => `${marks[kind][0]}${text}${marks[kind][1]}`)
    .join("")
    .trim();

const verdictLine = (change: Change["verdictChanges"][number]) =>
  `    ${change.controlItemExternalId} ${change.previousVerdict ?? "none"} → ${change.verdict ?? "none"}: ${change.statement}`;

/** How documents follow each other, and what changed from one to the next. */
export const versionCommands: Command[] = [
  {
    name: "compare",
    summary: "Print the clauses that changed between two versions, and the verdicts that changed because of them.",
    arguments: [{ name: "DOCUMENT" }, { name: "EARLIER" }],
    examples: [["assay compare 01K… 01K…", "Words that left are [-marked-], words that came are {+marked+}"]],
    async run({ connection, terminal, isJson, json, signal }, { first, arguments: [, earlier = ""] }) {
      const compared = await connection.company().compareDocuments(first, earlier, {}, { signal });
      if (isJson) return void json(compared);
      const { counts, changes, otherVerdictChanges } = compared;
      for (const change of changes) {
        const place = change.current ?? change.previous;
        terminal.out(`${change.kind} (${[...change.headingPath.slice(-1), place?.page ?? ""].join(", ")})`);
        terminal.out(`  ${wordsOf(change)}`);
        for (const verdict of change.verdictChanges) terminal.out(verdictLine(verdict));
      }
      if (otherVerdictChanges.length > 0) terminal.out("other verdicts");
      for (const verdict of otherVerdictChanges) terminal.out(verdictLine(verdict));
      const { added, removed, reworded, moved, unchanged } = counts;
      terminal.out(
        `${added} added, ${removed} removed, ${reworded} reworded, ${moved} moved, ${unchanged} unchanged clauses`,
      );
      return undefined;
    },
  },
  {
    name: "judge-again",
    summary: "Judge a document's files again without uploading them.",
    arguments: [{ name: "DOCUMENT" }],
    options: [
      { name: "control", value: "CODE", summary: "Another control, in a new review: code or id." },
      { name: "language", value: "LANG", summary: "Language of the result: en, de, fr or es." },
    ],
    examples: [
      ["assay judge-again 01K…", "By the newest revision of its control"],
      ["assay judge-again 01K… --control NDA --language de", "By another control, with a German result"],
    ],
    async run({ connection, terminal, isJson, json, signal }, { first, text }) {
      const assay = connection.company();
      const [code, auditLanguageId] = [text("control"), text("language")];
      const catalogue = openTenantCatalogue(assay, { signal });
      const controlId = code && findControl(await catalogue.frameworks(), code, catalogue.listCommand).control.id;
      const body = { ...(controlId && { controlId }), ...(auditLanguageId && { auditLanguageId }) };
      const document = await assay.judgeDocumentAgain(first, body, { signal });
      if (isJson) json(document);
      else terminal.out(document.documentId);
      return undefined;
    },
  },
  {
    name: "crosswalk",
    summary: "List other controls that the criteria which a document meets serve, too.",
    arguments: [{ name: "DOCUMENT" }],
    examples: [["assay crosswalk 01K…", "The control that is served most comes first; see judge-again --control"]],
    async run({ connection, terminal, isJson, json, signal }, { first }) {
      const proposed = await connection.company().getDocumentCrosswalk(first, { signal });
      if (isJson) return void json(proposed);
      const { metCount, controls } = proposed;
      for (const { code, name, servedCount, partlyServedCount, criterionCount } of controls)
        terminal.out(
          `${code.padEnd(6)} ${servedCount} of ${criterionCount} criteria served, ${partlyServedCount} in part  ${name}`,
        );
      terminal.out(`${metCount} criteria met, ${controls.length} other controls served`);
      return undefined;
    },
  },
  {
    name: "predecessor",
    summary: "Propose the version before a document, and with --accept make the document its new version.",
    arguments: [{ name: "DOCUMENT" }],
    options: [{ name: "accept", summary: "Accept the proposal." }],
    examples: [
      ["assay predecessor 01K…", "The likely version before, why, and how sure that is"],
      ["assay predecessor 01K… --accept", "The version before no longer counts in the review"],
    ],
    async run({ connection, terminal, isJson, json, signal }, { first, has }) {
      const company = connection.company();
      const found = await company.getDocumentPredecessor(first, { signal });
      const { proposal } = found;
      if (has("accept")) {
        if (proposal === null) throw usageError("No version before is likely.", "Nothing was changed.");
        const document = await company.putDocumentPredecessor(first, { supersedes: proposal.documentId }, { signal });
        if (isJson) json(document);
        else terminal.out(`${document.fileName} is version ${document.version}.`);
        return;
      }
      if (isJson) json(found);
      else if (proposal === null) terminal.out("No version before is likely.");
      else {
        const reasons = proposal.reasons.map((reason) => reasonNames[reason]).join(", ");
        terminal.out(`${proposal.documentId}  ${proposal.fileName}`);
        terminal.out(`Confidence: ${proposal.confidence} (${reasons})`);
      }
    },
  },
];
