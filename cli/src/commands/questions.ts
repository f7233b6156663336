import type { Body } from "@assay/sdk";
import { usageError } from "../cli-error.ts";
import type { Command } from "../command.ts";
import { printTable } from "../table.ts";

const answers = ["yes", "no", "not_applicable", "none"];

export const questionCommands: Command[] = [
  {
    name: "questions",
    summary: "List the questions that only the owner of a document can answer.",
    arguments: [{ name: "DOCUMENT" }],
    examples: [["assay questions 01K…", "The questions of one document, with their answers"]],
    async run({ connection, terminal, isJson, json, signal }, { first }) {
      const { questions } = await connection.company().getDocumentResult(first, { fields: ["questions"] }, { signal });
      if (isJson) json(questions);
      else {
        printTable(
          terminal,
          [{ title: "ITEM" }, { title: "KEY" }, { title: "QUESTION", isFlexible: true }, { title: "ANSWER" }],
          questions.map(({ controlItemExternalId, key, question, answer }) => [
            ...[controlItemExternalId, key, question, answer ?? "open"],
          ]),
        );
      }
      return undefined;
    },
  },
  {
    name: "questions answer",
    summary: "Answer a question about a document.",
    arguments: [{ name: "DOCUMENT" }, { name: "ITEM" }, { name: "KEY" }],
    options: [
      { name: "answer", value: "ANSWER", choices: answers, summary: "The answer; none withdraws it." },
      { name: "comment", value: "TEXT", summary: "For whoever reads the answer." },
    ],
    examples: [['assay questions answer 01K… "CCPA 7003" printable --answer yes', "An answer"]],
    async run({ connection, terminal, isJson, json, signal }, args) {
      const [documentId = "", item = "", key = ""] = args.arguments;
      const answer = args.text("answer");
      if (answer === undefined) throw usageError("Which answer? Use --answer yes, no, not_applicable or none.");
      const assay = connection.company();
      const { questions } = await assay.getDocumentResult(documentId, { fields: ["questions"] }, { signal });
      const isAsked = (one: (typeof questions)[number]) =>
        one.key === key && [one.controlItemId, one.controlItemExternalId].includes(item);
      const question = questions.find(isAsked);
      if (question === undefined) {
        throw usageError(`The document has no question ${key} of ${item}.`, "assay questions DOCUMENT lists them.");
      }
      const body = {
        answer: answer === "none" ? null : (answer as Body<"answerQuestion">["answer"]),
        comment: args.text("comment") ?? null,
      };
      const answered = await assay.answerQuestion(documentId, question.controlItemId, key, body, { signal });
      if (isJson) json(answered);
      else terminal.out(`${answered.question} ${answered.answer ?? "open"}`);
      return undefined;
    },
  },
];
