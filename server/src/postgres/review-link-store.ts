import type { Id } from "../platform/ids.ts";
import type { ReviewGrant, ReviewLink, ReviewLinkStore } from "../tenancy/review-link.ts";
import { cleanText } from "./clean-text.ts";
import { countAffected, execute, firstRow, type QueryRunner, statement } from "./query.ts";
import { rowMapper } from "./row-mapper.ts";

interface LinkRow extends Omit<ReviewLink, "author"> {
  authorKind: ReviewLink["author"]["kind"];
  authorId: Id;
  authorName: string;
}
const links = rowMapper<LinkRow>(
  [
    ...(["id", "companyId", "reviewId", "label", "tokenHash", "authorKind", "authorId", "authorName"] as const),
    ...(["createdAt", "expiresAt", "openedCount"] as const),
  ],
  ["revokedAt", "lastOpenedAt"],
);
const insert = links.insertInto("review_links");
const list = statement(
  `SELECT ${links.columns()} FROM review_links WHERE company_id = $1 AND review_id = $2 ORDER BY id DESC`,
);
const countValid = statement(
  "SELECT count(*)::int AS count FROM review_links WHERE review_id = $1 AND revoked_at IS NULL AND expires_at > $2",
);
const revoke = statement(
  "UPDATE review_links SET revoked_at = $4 WHERE company_id = $1 AND review_id = $2 AND id = $3 AND revoked_at IS NULL",
);
const find = statement("SELECT id FROM review_links WHERE company_id = $1 AND review_id = $2 AND id = $3");
const endSessions = statement("DELETE FROM review_link_sessions WHERE link_id = $1");
const open = statement(
  `UPDATE review_links l SET opened_count = opened_count + 1, last_opened_at = $2 FROM companies c
    WHERE l.token_hash = $1 AND l.revoked_at IS NULL AND l.expires_at > $2 AND c.id = l.company_id AND c.erasing_since IS NULL
   RETURNING l.id AS "linkId", l.label, l.review_id AS "reviewId", l.company_id AS "companyId", c.partner_id AS "partnerId",
             l.expires_at AS "expiresAt"`,
);

export function reviewLinkStore(run: QueryRunner): ReviewLinkStore {
  return {
    insert: ({ author, ...link }) =>
      execute(
        run,
        insert,
        links.values({
          ...{ ...link, label: cleanText(link.label) },
          ...{ authorKind: author.kind, authorId: author.id, authorName: author.name },
        }),
      ),
    async list(companyId, reviewId) {
      const found = await links.list(run, list, [companyId, reviewId]);
      return found.map(({ authorKind: kind, authorId: id, authorName: name, ...link }) => ({
        ...link,
        author: { kind, id, name },
      }));
    },
    async countValid(reviewId, now) {
      return (await firstRow<{ count: number }>(run, countValid, [reviewId, now]))?.count ?? 0;
    },
    async revoke(companyId, reviewId, id, at) {
      if ((await countAffected(run, revoke, [companyId, reviewId, id, at])) > 0) {
        await execute(run, endSessions, [id]);
        return "revoked";
      }
      return (await firstRow(run, find, [companyId, reviewId, id])) === undefined ? "unknown" : "was revoked";
    },
    open: (tokenHash, at) => firstRow<ReviewGrant & { expiresAt: Date }>(run, open, [tokenHash, at]),
  };
}
