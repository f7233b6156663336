import type { ComplianceLevel, ReadVerdict } from "../analysis/findings/findings.ts";
import type { AuditContext, CompanyActor } from "../audit/audit-context.ts";
import type { AuditDeps } from "../audit/audit-log.ts";
import type {
  DecidableItem,
  Decision,
  DecisionAuthor,
  DecisionKind,
  DecisionSubject,
  MarkedPassage,
  PlacedDecision,
} from "../documents/decision.ts";
import { type Document, type DocumentStore, getDocument } from "../documents/document.ts";
import { refuseSignedOff, type SignOffStore } from "../documents/sign-off.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import { announceChange, type DecisionStores, saveConsequences } from "./change-decision.ts";

export type DecidingStores = DecisionStores & {
  documents: Pick<DocumentStore, "find" | "lock">;
  signOffs: Pick<SignOffStore, "findHeld">;
};

/** A passage as it is named; its words are read from the page. */
export type NamedPassage = Omit<MarkedPassage, "text">;

export interface GivenDecision {
  kind: DecisionKind;
  verdict?: ReadVerdict | undefined;
  level?: Exclude<ComplianceLevel, "not_applicable"> | undefined;
  acceptedUntil?: Date | undefined;
  reason: string;
  evidence?: NamedPassage | undefined;
}

interface DecideDeps extends AuditDeps {
  db: Transactional<DecidingStores> & { documents: Pick<DocumentStore, "find"> };
  /** The text of a page of the document; undefined if there is no such page. */
  readPageText(companyId: Id, documentId: Id, passage: NamedPassage): Promise<string | undefined>;
}

/** Longer passages are no evidence for one requirement; a page has about three thousand characters. */
const maxPassageLength = 5000;

/**
 * Decides about an item of a document's result, or about one of its criteria. An earlier decision about the same is replaced
 * and stays in the history. Deciding the same again changes nothing.
 */
export async function decideFinding(
  deps: DecideDeps,
  context: AuditContext<CompanyActor>,
  of: DecisionSubject,
  given: GivenDecision,
): Promise<PlacedDecision> {
  const { companyId } = context.actor;
  await getDocument(deps.db, companyId, of.documentId);
  const now = deps.clock.now();
  checkMembers(of, given, now);
  const evidence = given.evidence && (await readPassage(deps, companyId, of.documentId, given.evidence));
  return deps.db.transaction(async (stores) => {
    const document = await stores.documents.lock({ companyId }, of.documentId);
    if (document === undefined) throw notFound("document");
    await refuseSignedOff(stores.signOffs, document.reviewId);
    // Read again, because a newer version may have ended while this waited for the lock.
    const { supersededBy } = await getDocument(stores, companyId, document.id);
    if (supersededBy !== undefined)
      throw new AppError("unprocessable", "A newer version counts in its place: decide about that one.");
    const item = await getDecidable(stores, document, of);
    checkAgainstFindings(item, of, given);
    const earlier = item.decisions.find(({ criterionKey }) => criterionKey === of.criterionKey);
    const decision: PlacedDecision = {
      ...{ id: deps.ids.next(), companyId, reviewId: document.reviewId, documentId: document.id, itemId: item.id },
      ...{ controlItemId: item.controlItemId, criterionKey: of.criterionKey, kind: given.kind, reason: given.reason },
      ...{ verdict: given.verdict, level: given.level, acceptedUntil: given.acceptedUntil, evidence },
      found: foundOf(item, of),
      ...{ author: await authorOf(stores, context.actor), decidedAt: now, state: "in_effect" },
      ...{ carriedFrom: undefined, endedAt: undefined, endedBy: undefined },
    };
    if (earlier !== undefined && isSame(earlier, decision)) {
      const same = await stores.decisions.find(companyId, earlier.id);
      if (same !== undefined) return same;
    }
    if (earlier !== undefined) await stores.decisions.end(earlier.id, "replaced", now, decision.author);
    await stores.decisions.insert(decision);
    const change = { action: "finding.decided", event: "finding.decided", status: given.kind } as const;
    await announceChange(deps, stores, context, decision, change);
    const changed = [...(earlier === undefined ? [] : [{ id: earlier.id, itemId: item.id }]), decision];
    await saveConsequences(stores, { companyId, documentId: document.id, at: now }, changed);
    return decision;
  });
}

/** The item of a completed document, with its outcome. */
async function getDecidable(
  { decisions }: Pick<DecidingStores, "decisions">,
  { id, status }: Document,
  { itemId, criterionKey }: DecisionSubject,
): Promise<DecidableItem & { findings: NonNullable<DecidableItem["findings"]> }> {
  const item = await decisions.findItem(id, itemId);
  if (item === undefined) throw notFound("item");
  const { findings } = item;
  if (status !== "completed")
    throw new AppError("unprocessable", `Only findings of a completed document are decided; this one is ${status}.`);
  if (findings === undefined) throw new AppError("unprocessable", "The item failed and has no finding to decide.");
  if (criterionKey !== undefined && !findings.criteria.some(({ key }) => key === criterionKey))
    throw new AppError("unprocessable", "criterionKey names no criterion of the item.");
  return { ...item, findings };
}

function foundOf({ findings }: Pick<Required<DecidableItem>, "findings">, { criterionKey }: DecisionSubject) {
  if (criterionKey === undefined) return findings?.level;
  return findings?.criteria.find(({ key }) => key === criterionKey)?.verdict;
}

export async function authorOf({ audit }: Pick<DecisionStores, "audit">, actor: CompanyActor): Promise<DecisionAuthor> {
  if ("linkId" in actor) throw new Error("the link to a review only reads");
  const author: Omit<DecisionAuthor, "name"> =
    "keyId" in actor ? { kind: "key", id: actor.keyId } : { kind: "account", id: actor.accountId };
  const names = await audit.findNames([author.id]);
  return { ...author, name: names.get(author.id)?.name ?? "" };
}

function checkMembers({ criterionKey }: DecisionSubject, given: GivenDecision, now: Date): void {
  const { kind, verdict, level, acceptedUntil, reason } = given;
  if (reason.trim() === "") throw new AppError("invalid_request", "reason must not be empty.");
  const isOfCriterion = criterionKey !== undefined;
  const needed = {
    verdict: kind === "override" && isOfCriterion,
    complianceLevel: kind === "override" && !isOfCriterion,
    acceptedUntil: kind === "accept_risk",
  };
  const members = { verdict, complianceLevel: level, acceptedUntil };
  for (const [name, isNeeded] of Object.entries(needed)) {
    const isGiven = members[name as keyof typeof members] !== undefined;
    if (isNeeded && !isGiven) throw new AppError("invalid_request", `${name} is required: ${whenNeeded[name]}.`);
    if (!isNeeded && isGiven) throw new AppError("invalid_request", `${name} is only for ${whenNeeded[name]}.`);
  }
  if (acceptedUntil !== undefined && acceptedUntil <= now)
    throw new AppError("unprocessable", "acceptedUntil must be in the future.");
}

const whenNeeded: Record<string, string> = {
  verdict: "an override of a criterion",
  complianceLevel: "an override of an item",
  acceptedUntil: "an accepted risk",
};

function checkAgainstFindings(
  { findings }: { findings: NonNullable<DecidableItem["findings"]> },
  { criterionKey }: DecisionSubject,
  { kind, verdict, level }: GivenDecision,
): void {
  const criterion = findings.criteria.find(({ key }) => key === criterionKey);
  const isSameAsFound = criterion === undefined ? level === findings.level : verdict === criterion.verdict;
  if (kind === "override" && isSameAsFound)
    throw new AppError(
      "unprocessable",
      `The ${criterion === undefined ? "level" : "verdict"} is the one that was found: confirm it instead.`,
    );
}

async function readPassage(
  { readPageText }: DecideDeps,
  companyId: Id,
  documentId: Id,
  passage: NamedPassage,
): Promise<MarkedPassage> {
  const text = await readPageText(companyId, documentId, passage);
  if (text === undefined) throw new AppError("unprocessable", "evidence names no page of the document.");
  const { start, end } = passage;
  if (start >= end || end > text.length)
    throw new AppError("unprocessable", `evidence must lie on the page, whose text has ${text.length} characters.`);
  if (end - start > maxPassageLength)
    throw new AppError("unprocessable", `evidence must have at most ${maxPassageLength} characters.`);
  return { ...passage, text: text.slice(start, end) };
}

const decided = ["kind", "verdict", "level", "reason"] as const satisfies (keyof Decision)[];

function isSame(earlier: Decision, decision: Decision): boolean {
  if (earlier.state !== "in_effect" || earlier.author.id !== decision.author.id) return false;
  const [one, other] = [earlier.evidence, decision.evidence];
  const isSamePassage =
    one?.fileId === other?.fileId &&
    one?.pageNumber === other?.pageNumber &&
    one?.start === other?.start &&
    one?.end === other?.end;
  const isSameTime = earlier.acceptedUntil?.getTime() === decision.acceptedUntil?.getTime();
  return isSamePassage && isSameTime && decided.every((name) => earlier[name] === decision[name]);
}
