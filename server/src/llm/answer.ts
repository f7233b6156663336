import { type Static, Type } from "typebox";
import { Compile } from "typebox/schema";
import type { Verdict } from "../analysis/findings/findings.ts";
import type { ExternalVerdict, Retrieved, RetrievedCriterion } from "../analysis/verdict/external-verdict.ts";
import type { Reason } from "../analysis/verdict/reason.ts";
import { locateQuote } from "./locate-quote.ts";

const closed = { additionalProperties: false };
const reasonsOf = {
  met: ["stated"],
  partly: ["incomplete", "not_binding", "exception", "other_party", "figure_not_met", "figure_absent"],
  contradicted: ["opposite", "duty_denied", "prohibited", "permitted"],
  missing: ["not_found"],
  not_applicable: ["condition_ruled_out", "condition_not_stated"],
} as const satisfies Record<Verdict, readonly [Reason, ...Reason[]]>;

/** Servers with structured output require a type beside the choices. */
const oneOf = <T extends string>(choices: T[]) => Type.Unsafe<T>({ type: "string", enum: choices });

function answerSchemaFor(verdicts: Verdict[]) {
  return Type.Object(
    {
      criteria: Type.Array(
        Type.Object(
          {
            key: Type.String(),
            verdict: oneOf<Verdict>(verdicts),
            reason: oneOf<Reason>(verdicts.flatMap((verdict) => [...reasonsOf[verdict]])),
            quotes: Type.Array(Type.Object({ clause: Type.String(), text: Type.String() }, closed)),
          },
          closed,
        ),
      ),
    },
    closed,
  );
}

/** The JSON Schemas of the model's structured output: without conditions nothing can be called not applicable. */
export const answerSchemas = {
  always: answerSchemaFor(["met", "partly", "contradicted", "missing"]),
  conditional: answerSchemaFor(["met", "partly", "contradicted", "missing", "not_applicable"]),
};
export type Answer = Static<typeof answerSchemas.conditional>;

const check = Compile(answerSchemas.conditional);

export function isAnswer(value: unknown): value is Answer {
  return check.Check(value);
}

/** An answer that cannot be used. */
export class AnswerProblem extends Error {
  readonly reason: "invalid_answer" | "unverified_quotes";

  constructor(reason: AnswerProblem["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

const maxQuotes = 3;

/**
 * Turns an answer into verdicts with quotes from the document. A quote that is not in the document is dropped; a verdict
 * without a quote left makes the whole answer unusable, because its other verdicts deserve no more trust.
 */
export function toVerdicts(retrieved: Retrieved, answer: Answer): { verdicts: ExternalVerdict[]; dropped: number } {
  const { criteria, clauses } = retrieved;
  const given = new Map(answer.criteria.map((one) => [one.key, one]));
  if (given.size !== answer.criteria.length || answer.criteria.length !== criteria.length)
    throw new AnswerProblem("invalid_answer", `${answer.criteria.length} answers to ${criteria.length} criteria`);
  let dropped = 0;
  const verdicts = criteria.map((criterion): ExternalVerdict => {
    const { key } = criterion;
    const one = given.get(key);
    if (one === undefined) throw new AnswerProblem("invalid_answer", "a criterion is not answered");
    const { verdict } = one;
    if (verdict === "missing") return { key, verdict, reason: "not_found", evidence: [] };
    const quotes = one.quotes.slice(0, maxQuotes);
    const evidence = quotes.flatMap((quote) => locateQuote(clauses, quote) ?? []);
    dropped += quotes.length - evidence.length;
    if (quotes.length > 0 && evidence.length === 0)
      throw new AnswerProblem("unverified_quotes", "no quote of a verdict is in the document");
    if (verdict === "not_applicable") {
      const reason = evidence.length > 0 ? "condition_ruled_out" : "condition_not_stated";
      return { key, verdict, reason, evidence, condition: findFailedCondition(retrieved, answer, criterion, reason) };
    }
    if (quotes.length === 0) throw new AnswerProblem("unverified_quotes", "a verdict has no quote");
    const reasons: readonly Reason[] = reasonsOf[verdict];
    const reason = reasons.find((known) => known === one.reason) ?? reasonsOf[verdict][0];
    return { key, verdict, reason, evidence };
  });
  return { verdicts, dropped };
}

/**
 * The condition that keeps a criterion from applying: the item's if nothing of the item applies, else the criterion's own.
 * Without a quote it has to be one that does not hold in a silent document.
 */
function findFailedCondition(
  { criteria, conditions }: Retrieved,
  answer: Answer,
  { appliesWhen }: RetrievedCriterion,
  reason: "condition_ruled_out" | "condition_not_stated",
): string {
  const own = conditions.filter(({ key }) => appliesWhen.includes(key));
  if (own.length === 0) throw new AnswerProblem("invalid_answer", "a criterion without a condition is not applicable");
  const possible =
    reason === "condition_ruled_out" ? own : own.filter(({ whenSilent }) => whenSilent === "does_not_apply");
  const verdictOf = (key: string) => answer.criteria.find((one) => one.key === key)?.verdict;
  const ofItem = possible.find(({ isOfItem }) => isOfItem);
  const isItemRuledOut = criteria.every(({ key }) => verdictOf(key) === "not_applicable");
  const failed = ofItem !== undefined && isItemRuledOut ? ofItem : possible.at(-1);
  if (failed === undefined)
    throw new AnswerProblem("unverified_quotes", "nothing is quoted that rules a condition out");
  return failed.key;
}
