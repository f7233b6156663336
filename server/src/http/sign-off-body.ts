import { type Static, Type } from "typebox";
import type { SignOff } from "../documents/sign-off.ts";
import { authorBody } from "./decision-body.ts";
import { dateTime, id, nullable, toIsoOrNull } from "./wire.ts";

const scoreThen = (description: string) => nullable(Type.Number({ minimum: 0, maximum: 100, description }));
const shortSignOff = { signOffId: id(), signedOffAt: dateTime(), signedOffBy: authorBody };

/** In a list of reviews. */
export const shortSignOffBody = nullable(
  Type.Object(shortSignOff, { description: "Who signed the review off, and when; null while it is open." }),
);

const wholeSignOff = {
  ...shortSignOff,
  statement: nullable(Type.String({ description: "What the person stated." })),
  score: scoreThen("The review's score when it was signed off."),
  decidedScore: scoreThen("Its score with the decisions of people, at that time."),
  documentCount: Type.Integer({ description: "The documents that counted." }),
  reopenedAt: nullable(dateTime("When the review was reopened; null while it is signed off.")),
  reopenedBy: nullable(authorBody),
  reopeningReason: nullable(Type.String()),
};
export const signOffBody = Type.Object(wholeSignOff, { description: "A person's sign-off of a review." });

export function toShortSignOffBody(signOff: Pick<SignOff, "id" | "signedOffAt" | "author"> | undefined) {
  if (signOff === undefined) return null;
  const { id: signOffId, signedOffAt, author: signedOffBy } = signOff;
  return { signOffId, signedOffAt: signedOffAt.toISOString(), signedOffBy };
}

export function toSignOffBody(signOff: SignOff): Static<typeof signOffBody> {
  const { id: signOffId, signedOffAt, author: signedOffBy, statement = null, documentCount, reopened } = signOff;
  return {
    ...{ signOffId, signedOffAt: signedOffAt.toISOString(), signedOffBy, statement, documentCount },
    ...{ score: signOff.score ?? null, decidedScore: signOff.decidedScore ?? null },
    ...{ reopenedAt: toIsoOrNull(reopened?.at), reopenedBy: reopened?.by ?? null },
    reopeningReason: reopened?.reason ?? null,
  };
}
