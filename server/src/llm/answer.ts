import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import type { ReadVerdict } from "../analysis/findings/findings.ts";
import type { ExternalVerdict, Retrieved } from "../analysis/verdict/external-verdict.ts";
import type { Reason } from "../analysis/verdict/reason.ts";
import { locateQuote } from "./locate-quote.ts";

const closed = { additionalProperties: false };
const reasonsOf = {
  met: ["stated"],
  partly: ["incomplete", "not_binding", "exception", "other_party", "figure_not_met", "figure_absent"],
  contradicted: ["opposite", "duty_denied", "prohibited", "permitted"],
  missing: ["not_found"],
} as const satisfies Record<ReadVerdict, readonly [Reason, ...Reason[]]>;

/** Servers with structured output require a type beside the choices. */
const oneOf = <T extends string>(choices: T[]) => Type.Unsafe<T>({ type: "string", enum: choices });

/** The JSON Schema of the model's structured output. */
export const answerSchema = Type.Object(
  {
    criteria: Type.Array(
      Type.Object(
        {
          key: Type.String(),
          verdict: oneOf<ReadVerdict>(["met", "partly", "contradicted", "missing"]),
          reason: oneOf<Reason>(Object.values(reasonsOf).flat()),
          quotes: Type.Array(Type.Object({ passage: Type.Integer(), text: Type.String() }, closed)),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type Answer = Static<typeof answerSchema>;

const check = Compile(answerSchema);

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
export function toVerdicts(
  { criteria, passages }: Retrieved,
  answer: Answer,
): { verdicts: ExternalVerdict[]; dropped: number } {
  const given = new Map(answer.criteria.map((one) => [one.key, one]));
  if (given.size !== answer.criteria.length || answer.criteria.length !== criteria.length)
    throw new AnswerProblem("invalid_answer", `${answer.criteria.length} answers to ${criteria.length} criteria`);
  let dropped = 0;
  const verdicts = criteria.map(({ key }): ExternalVerdict => {
    const one = given.get(key);
    if (one === undefined) throw new AnswerProblem("invalid_answer", "a criterion is not answered");
    const { verdict } = one;
    const reasons: readonly Reason[] = reasonsOf[verdict];
    const reason = reasons.find((known) => known === one.reason) ?? reasonsOf[verdict][0];
    if (verdict === "missing") return { key, verdict, reason, evidence: [] };
    if (one.quotes.length === 0) throw new AnswerProblem("unverified_quotes", "a verdict has no quote");
    const evidence = one.quotes.slice(0, maxQuotes).flatMap((quote) => locateQuote(passages, quote) ?? []);
    if (evidence.length === 0) throw new AnswerProblem("unverified_quotes", "no quote of a verdict is in the document");
    dropped += Math.min(one.quotes.length, maxQuotes) - evidence.length;
    return { key, verdict, reason, evidence };
  });
  return { verdicts, dropped };
}
