import { type AuditContext, accountOf, type CompanyActor } from "../audit/audit-context.ts";
import { type AuditDeps, recordAuditEntry } from "../audit/audit-log.ts";
import { recordEvent } from "../events/event.ts";
import { notify } from "../notifications/notify.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import { authoredEntry, type GapStores } from "./change-gaps.ts";

/** `@` and the id of an account. */
const mention = /@([0-7][0-9A-HJKMNP-TV-Z]{25})(?![0-9A-Za-z])/g;

export const mentionsIn = (text: string): Id[] => [...new Set([...text.matchAll(mention)].map(([, id = ""]) => id))];

/** A comment may mention people of the company, who are then notified. Comments stay as they were written. */
export async function commentOnGap(
  deps: AuditDeps,
  stores: GapStores,
  context: AuditContext<CompanyActor>,
  gapId: Id,
  text: string,
): Promise<Id> {
  const { companyId } = context.actor;
  const { gaps, events, audit } = stores;
  if (text.trim() === "") throw new AppError("invalid_request", "text must not be empty.");
  const [gap] = await gaps.lock(companyId, [gapId]);
  if (gap === undefined) throw notFound("gap");
  const accountIds = mentionsIn(text);
  const people = await gaps.listPeople(companyId, accountIds);
  const unknown = accountIds.find((id) => !people.some(({ accountId }) => accountId === id));
  if (unknown !== undefined)
    throw new AppError("unprocessable", `text mentions @${unknown}, which is no person of the company.`);
  const entry = { ...authoredEntry(deps, context, gapId, "comment"), text: text.trim() };
  await gaps.addEntry(entry);
  // The log outlives the data, so it does not have the text.
  await recordAuditEntry(deps, audit, context, "gap.commented", gapId, { entryId: entry.id });
  for (const { accountId } of people) {
    const data = { companyId, complianceReviewId: gap.reviewId, gapId, accountId };
    const eventId = await recordEvent(deps, events, "gap.mentioned", data, context.requestId);
    const of = { companyId, reviewId: gap.reviewId, gapId, accountIds: [accountId], actorId: accountOf(context.actor) };
    await notify(deps, stores, { ...of, kind: "mentioned", eventId });
  }
  return entry.id;
}
