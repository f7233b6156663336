import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AuditContext, Consultant } from "../audit/audit-context.ts";
import { accountOf, isConsultant } from "../audit/audit-context.ts";
import { type AuditAction, recordAuditEntry } from "../audit/audit-log.ts";
import { secondsAfter } from "../platform/clock.ts";
import { type Id, isId } from "../platform/ids.ts";
import type { RouteDeps } from "./routes.ts";

/** Further reads of the same by the same person are not logged for this long. */
const loggedSeconds = 3600;

type LogDeps = Pick<RouteDeps, "db" | "clock" | "ids">;

/**
 * Every read of a consultant is in the audit log before it is answered: of a document, of a review, or of anything else of the
 * company. Once per person, subject and hour.
 */
export function logReads(app: FastifyInstance, deps: LogDeps): void {
  app.addHook("preHandler", (request, _reply, done) => {
    if (!isConsultant(request.actor) || !["GET", "HEAD"].includes(request.method)) return done();
    logRead(deps, request, { actor: request.actor, address: request.ip, requestId: request.id }).then(
      () => done(),
      done,
    );
  });
}

async function logRead(deps: LogDeps, request: FastifyRequest, context: AuditContext<Consultant>): Promise<void> {
  const { companyId } = context.actor;
  const accountId = accountOf(context.actor);
  if (accountId === undefined) return;
  const subjects = await findSubjects(deps, companyId, {
    ...(request.query as Record<string, unknown>),
    ...(request.params as Record<string, unknown>),
  });
  const since = secondsAfter(deps.clock.now(), -loggedSeconds);
  for (const { action, subjectId } of subjects) {
    if (await deps.db.audit.has({ action, subjectId, accountId, since })) continue;
    await deps.db.transaction(({ audit }) => recordAuditEntry(deps, audit, context, action, subjectId));
  }
}

/** What the request names, if it is the company's. */
async function findSubjects(
  { db }: LogDeps,
  companyId: Id,
  given: Record<string, unknown>,
): Promise<{ action: AuditAction; subjectId: Id }[]> {
  const isOwn = {
    document: async (id: Id) => (await db.documents.find(companyId, id)) !== undefined,
    review: async (id: Id) => (await db.reviews.find(companyId, id)) !== undefined,
  };
  const named = [
    ...["documentId", "with"].map((name) => ({ kind: "document" as const, id: given[name] })),
    ...["reviewId", "complianceReviewId"].map((name) => ({ kind: "review" as const, id: given[name] })),
  ].filter(({ id }) => id !== undefined);
  if (named.length === 0) return [{ action: "company.read", subjectId: companyId }];
  const found = await Promise.all(
    named.map(async ({ kind, id }) =>
      typeof id === "string" && isId(id) && (await isOwn[kind](id))
        ? [{ action: `${kind}.read` as const, subjectId: id }]
        : [],
    ),
  );
  return found.flat();
}
