import type { Assay, Body } from "@assay/sdk";
import { matchesName } from "../catalogue-codes.ts";
import { usageError } from "../cli-error.ts";
import { type Command, chosen, limitOption, take } from "../command.ts";
import { describeDecision } from "../describe-decision.ts";
import { formatTime, printTable } from "../table.ts";

type Given = Body<"decideFinding">;
const kinds = ["confirm", "override", "not_applicable", "accept_risk"] as const;
const states = ["in_effect", "look_again", "replaced", "withdrawn", "expired"] as const;
const verdicts = ["met", "partly", "contradicted", "missing"] as const;
const levels = ["compliant", "partially_compliant", "non_compliant"] as const;

const criterionOption = { name: "criterion", value: "KEY", summary: "A criterion of the item, by its key." };
const itemArguments = [{ name: "DOCUMENT" }, { name: "ITEM" }];

/** ITEM is the id of the result's entry, the control item's id, or its reference such as "Art. 28(3)". */
async function findItem(assay: Assay, documentId: string, item: string, signal: AbortSignal): Promise<string> {
  const fields = ["complianceItems.controlItemExternalId"];
  const { complianceItems = [] } = await assay.getDocumentResult(documentId, { fields }, { signal });
  const name = item.toUpperCase();
  const found = complianceItems.find(
    (one) => [one.id, one.controlItemId].includes(name) || matchesName(one.controlItemExternalId, name),
  );
  if (found === undefined) throw usageError(`The document has no item ${item}.`, "assay result DOCUMENT lists them.");
  return found.id;
}

/** A day means its end, in UTC: a risk is accepted for the whole of it. */
const readUntil = (text: string) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59Z` : text);

export const decisionCommands: Command[] = [
  {
    name: "decide",
    summary: "Decide about a finding: about an item of a result, or about one of its criteria.",
    arguments: [...itemArguments, { name: "DECISION" }],
    options: [
      { name: "reason", value: "TEXT", summary: "Why. Required." },
      criterionOption,
      { name: "verdict", value: "VERDICT", choices: [...verdicts], summary: "The right verdict of a criterion." },
      { name: "level", value: "LEVEL", choices: [...levels], summary: "The right level of an item." },
      { name: "until", value: "DATE", summary: "When an accepted risk expires: a day, or a time in ISO 8601." },
      { name: "file", value: "FILE", summary: "The file of a passage that supports the decision, by its id." },
      { name: "page", value: "N", summary: "The passage's page." },
      { name: "start", value: "N", summary: "The passage's first character in the page's text, from 0." },
      { name: "end", value: "N", summary: "The character after the passage." },
    ],
    details: `DECISION is ${kinds.join(", ")}. The machine's verdict stays; decided scores count the decision.`,
    examples: [
      ['assay decide 01K… "Art. 28(3)(h)" confirm --reason "Read in full"', "The finding is right"],
      [
        'assay decide 01K… 01K… override --criterion audit-rights --verdict met --reason "Section 9"',
        "Another verdict on one criterion",
      ],
      ['assay decide 01K… 01K… accept_risk --until 2027-01-31 --reason "Replaced in January"', "Until a date"],
    ],
    async run({ connection, terminal, isJson, json, signal }, args) {
      const [documentId = "", item = "", kind = ""] = args.arguments;
      const decision = chosen(kinds, kind);
      if (decision === undefined) throw usageError(`DECISION must be one of ${kinds.join(", ")}, not "${kind}".`);
      const reason = args.text("reason");
      if (reason === undefined) throw usageError("Why? Every decision has a --reason.");
      const [criterionKey, until] = [args.text("criterion"), args.text("until")];
      const [verdict, complianceLevel] = [chosen(verdicts, args.text("verdict")), chosen(levels, args.text("level"))];
      const [fileId, pageNumber, start, end] = [
        args.text("file"),
        args.number("page"),
        args.number("start"),
        args.number("end"),
      ];
      const isMarked = [fileId, pageNumber, start, end].some((one) => one !== undefined);
      if (isMarked && (fileId === undefined || pageNumber === undefined || start === undefined || end === undefined))
        throw usageError("A passage needs --file, --page, --start and --end.");
      const body: Given = {
        ...{ decision, reason },
        ...(criterionKey !== undefined && { criterionKey }),
        ...(verdict !== undefined && { verdict }),
        ...(complianceLevel !== undefined && { complianceLevel }),
        ...(until !== undefined && { acceptedUntil: readUntil(until) }),
        ...(fileId !== undefined &&
          pageNumber !== undefined &&
          start !== undefined &&
          end !== undefined && { evidence: { fileId, pageNumber, start, end } }),
      };
      const assay = connection.company();
      const decided = await assay.decideFinding(documentId, await findItem(assay, documentId, item, signal), body, {
        signal,
      });
      if (isJson) json(decided);
      else terminal.out(`${decided.decisionId} ${describeDecision(decided)}`);
      return undefined;
    },
  },
  {
    name: "decisions",
    summary: "List decisions about findings with their history.",
    options: [
      limitOption,
      { name: "document", value: "DOCUMENT", summary: "Only decisions about this document." },
      { name: "review", value: "REVIEW", summary: "Only decisions about documents of this review." },
      { name: "decision", value: "DECISION", choices: [...kinds], summary: "Only decisions of this kind." },
      { name: "state", value: "STATE", choices: [...states], summary: "Only decisions in this state." },
    ],
    examples: [
      ["assay decisions --state look_again", "What a new version asks to be looked at again"],
      ["assay decisions --decision accept_risk --state in_effect", "Accepted risks"],
    ],
    async run({ connection, terminal, isJson, json, signal }, { number, text }) {
      const query = {
        documentId: text("document"),
        complianceReviewId: text("review"),
        decision: chosen(kinds, text("decision")),
        state: chosen(states, text("state")),
      };
      const decisions = await take(connection.company().listDecisions(query, { signal }), number("limit"));
      if (isJson) json(decisions);
      else {
        printTable(
          terminal,
          [
            ...[
              { title: "DOCUMENT" },
              { title: "ITEM" },
              { title: "CRITERION" },
              { title: "DECISION" },
              { title: "STATE" },
            ],
            ...[{ title: "REASON", isFlexible: true }, { title: "BY" }, { title: "DECIDED" }],
          ],
          decisions.map((one) => [
            ...[one.documentId, one.itemId, one.criterionKey ?? "", describeDecision(one), one.state],
            ...[one.reason, one.author.name, formatTime(one.decidedAt)],
          ]),
        );
      }
      return undefined;
    },
  },
  {
    name: "decisions withdraw",
    summary: "Withdraw a decision: the finding counts as the machine judged it.",
    arguments: itemArguments,
    options: [criterionOption],
    examples: [["assay decisions withdraw 01K… 01K…", "The decision stays in the history"]],
    async run({ connection, signal, note }, args) {
      const [documentId = "", item = ""] = args.arguments;
      const assay = connection.company();
      const itemId = await findItem(assay, documentId, item, signal);
      await assay.withdrawDecision(documentId, itemId, { criterionKey: args.text("criterion") }, { signal });
      note("The decision is withdrawn.");
      return undefined;
    },
  },
];
