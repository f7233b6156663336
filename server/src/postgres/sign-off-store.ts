import type { DecisionAuthor } from "../documents/decision.ts";
import type { SignableReview, SignOff, SignOffStore } from "../documents/sign-off.ts";
import type { Id } from "../platform/ids.ts";
import { cleanText } from "./clean-text.ts";
import { isCompletedVersion, isCounted } from "./counted-documents.ts";
import { execute, firstRow, listIds, type QueryRunner, statement } from "./query.ts";
import { rowMapper } from "./row-mapper.ts";

/** A sign-off as its row has it: people are three columns each. */
interface SignOffRow extends Omit<SignOff, "author" | "reopened"> {
  authorKind: DecisionAuthor["kind"];
  authorId: Id;
  authorName: string;
  reopenedAt: Date | undefined;
  reopenedByKind: DecisionAuthor["kind"] | undefined;
  reopenedById: Id | undefined;
  reopenedByName: string | undefined;
  reopeningReason: string | undefined;
}

const signOffs = rowMapper<SignOffRow>(
  [
    ...(["id", "companyId", "reviewId", "documentCount", "documentsSha256"] as const),
    ...(["authorKind", "authorId", "authorName", "signedOffAt"] as const),
  ],
  [
    ...(["statement", "score", "decidedScore"] as const),
    ...(["reopenedAt", "reopenedByKind", "reopenedById", "reopenedByName", "reopeningReason"] as const),
  ],
  { score: "score::float8", decidedScore: "decided_score::float8" },
);
const select = `SELECT ${signOffs.columns()} FROM sign_offs`;

/** Conflicts with the lock of every row that refers to the review, as each new document and decision does. */
const lockReview = statement(
  `SELECT score::float8 AS score, CASE WHEN decided_level IS NULL THEN score ELSE decided_score END::float8 AS "decidedScore"
     FROM compliance_reviews WHERE company_id = $1 AND id = $2 FOR UPDATE`,
);
const holdReview = statement("SELECT id FROM compliance_reviews WHERE id = $1 FOR KEY SHARE");
const listCounted = statement(
  `SELECT d.id FROM documents d WHERE d.review_id = $1 AND ${isCompletedVersion("d")} AND ${isCounted("d")}`,
);
const countUnfinished = statement(
  `SELECT count(*)::int AS count FROM documents d
    WHERE d.review_id = $1 AND d.status IN ('queued', 'processing') AND d.deleted_at IS NULL`,
);
const findCurrent = statement(`${select} WHERE review_id = $1 AND reopened_at IS NULL`);
const find = statement(`${select} WHERE company_id = $1 AND id = $2`);
const list = statement(`${select} WHERE company_id = $1 AND review_id = $2 ORDER BY id DESC`);
const insert = signOffs.insertInto("sign_offs");
const reopen = statement(
  `UPDATE sign_offs SET reopened_at = $2, reopened_by_kind = $3, reopened_by_id = $4, reopened_by_name = $5, reopening_reason = $6
    WHERE id = $1 AND reopened_at IS NULL`,
);

function fromRow(row: SignOffRow): SignOff {
  const { authorKind, authorId, authorName, reopenedAt, reopenedByKind, reopenedById, reopenedByName, ...rest } = row;
  const { reopeningReason, ...signOff } = rest;
  const reopened =
    reopenedAt === undefined || reopenedByKind === undefined || reopenedById === undefined
      ? undefined
      : {
          at: reopenedAt,
          by: { kind: reopenedByKind, id: reopenedById, name: reopenedByName ?? "" },
          reason: reopeningReason ?? "",
        };
  return { ...signOff, author: { kind: authorKind, id: authorId, name: authorName }, reopened };
}

function toRow({ author, reopened, statement: text, ...signOff }: SignOff): SignOffRow {
  return {
    ...signOff,
    statement: text && cleanText(text),
    ...{ authorKind: author.kind, authorId: author.id, authorName: author.name },
    ...{ reopenedAt: reopened?.at, reopenedByKind: reopened?.by.kind, reopenedById: reopened?.by.id },
    ...{ reopenedByName: reopened?.by.name, reopeningReason: reopened && cleanText(reopened.reason) },
  };
}

export async function findSignOff(run: QueryRunner, companyId: Id, id: Id): Promise<SignOff | undefined> {
  const row = await signOffs.find(run, find, [companyId, id]);
  return row && fromRow(row);
}

export function signOffStore(run: QueryRunner): SignOffStore {
  const current = async (reviewId: Id) => {
    const row = await signOffs.find(run, findCurrent, [reviewId]);
    return row && fromRow(row);
  };
  return {
    async lockReview(companyId, reviewId) {
      type Scores = { [Name in "score" | "decidedScore"]: number | null };
      const review = await firstRow<Scores>(run, lockReview, [companyId, reviewId]);
      if (review === undefined) return undefined;
      const documentIds = await listIds(run, listCounted, [reviewId]);
      const unfinished = await firstRow<{ count: number }>(run, countUnfinished, [reviewId]);
      return {
        score: review.score ?? undefined,
        decidedScore: review.decidedScore ?? undefined,
        documentIds,
        unfinished: unfinished?.count ?? 0,
      } satisfies SignableReview;
    },
    async findHeld(reviewId) {
      await execute(run, holdReview, [reviewId]);
      // In a statement of its own, so that it sees what was committed while it waited.
      return current(reviewId);
    },
    async findCurrent(companyId, reviewId) {
      const found = await current(reviewId);
      return found?.companyId === companyId ? found : undefined;
    },
    async list(companyId, reviewId) {
      return (await signOffs.list(run, list, [companyId, reviewId])).map(fromRow);
    },
    insert: (signOff) => execute(run, insert, signOffs.values(toRow(signOff))),
    reopen: (id, { at, by, reason }) => execute(run, reopen, [id, at, by.kind, by.id, by.name, cleanText(reason)]),
  };
}
