import { hash, randomInt } from "node:crypto";
import { type AuditContext, accountOf } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import { type Clock, secondsAfter } from "../platform/clock.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { PersonSession, SessionStore } from "../tenancy/session.ts";
import type { PeopleStore } from "./account.ts";
import { lockManaged } from "./invite-person.ts";
import { getAccount, lockOwn, lockVerified } from "./own-account.ts";
import type { Passwords } from "./password.ts";
import { findStep, newTotpSecret, otpauthUri, toBase32 } from "./totp.ts";

export interface SecondFactor {
  accountId: Id;
  secret: Buffer;
  createdAt: Date;
  /** Undefined until the person has entered a code. */
  confirmedAt: Date | undefined;
  lastStep: number | undefined;
}

export interface SecondFactorStore {
  find(accountId: Id): Promise<SecondFactor | undefined>;
  /** Locks the row until the transaction ends, so that one code cannot be used by two requests. */
  lock(accountId: Id): Promise<SecondFactor | undefined>;
  /** Replaces one that is not confirmed. */
  save(factor: SecondFactor): Promise<void>;
  confirm(accountId: Id, at: Date, step: number): Promise<void>;
  useStep(accountId: Id, step: number): Promise<void>;
  /** With its recovery codes. False if there is none. */
  remove(accountId: Id): Promise<boolean>;
  replaceRecoveryCodes(accountId: Id, hashes: Buffer[]): Promise<void>;
  /** False if there is no such code: it is valid once. */
  useRecoveryCode(accountId: Id, hash: Buffer): Promise<boolean>;
  countRecoveryCodes(accountId: Id): Promise<number>;
}

interface FactorDeps extends AuditDeps {
  people: PeopleStore;
  secondFactors: SecondFactorStore;
  passwords: Passwords;
  db: Transactional<{
    people: PeopleStore;
    secondFactors: SecondFactorStore;
    sessions: SessionStore;
    audit: AuditLog;
  }>;
}

/** A secret that nobody has confirmed by then no longer can be. */
const confirmSeconds = 15 * 60;
const recoveryCodeCount = 10;
const recoveryGroups = 4;
const groupLength = 4;
/** Without letters and digits that look alike. 16 of them have 80 bits, so that a plain hash is enough. */
const recoveryAlphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

function newRecoveryCode(): string {
  const group = () => Array.from({ length: groupLength }, () => recoveryAlphabet[randomInt(32)]).join("");
  return Array.from({ length: recoveryGroups }, group).join("-");
}

/** In any case of letters, with or without hyphens. */
const hashRecoveryCode = (code: string): Buffer =>
  hash("sha256", code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ""), "buffer");

async function checkPasswordOf({ people, passwords }: FactorDeps, accountId: Id, password: string) {
  const account = await getAccount({ people }, accountId);
  if (!(await passwords.isRight(password, account.passwordHash))) throw wrongPassword();
  return account;
}

const wrongPassword = () => new AppError("unprocessable", "The password is wrong.");

/** The secret for an authenticator app. It counts once a code of the app is entered. */
export async function beginSecondFactor(
  deps: FactorDeps,
  session: PersonSession,
  password: string,
): Promise<{ secret: string; uri: string }> {
  const account = await checkPasswordOf(deps, session.person.accountId, password);
  const { id: accountId, email } = account;
  const secret = newTotpSecret();
  await deps.db.transaction(async ({ people, secondFactors }) => {
    await lockOwn(people, session);
    await lockVerified(people, account, wrongPassword);
    if ((await secondFactors.lock(accountId))?.confirmedAt !== undefined)
      throw new AppError("unprocessable", "This account has a second factor; remove it first.");
    const confirmed = { confirmedAt: undefined, lastStep: undefined };
    await secondFactors.save({ accountId, secret, createdAt: deps.clock.now(), ...confirmed });
  });
  return { secret: toBase32(secret), uri: otpauthUri(secret, email) };
}

/** From now on signing in needs a code. Other sessions, which had none, end. Returns the recovery codes, which are not stored. */
export async function confirmSecondFactor(
  deps: FactorDeps,
  context: AuditContext,
  session: PersonSession,
  code: string,
): Promise<string[]> {
  const { accountId } = session.person;
  return deps.db.transaction(async ({ secondFactors, sessions, audit }) => {
    const factor = await secondFactors.lock(accountId);
    const now = deps.clock.now();
    const isOpen = factor?.confirmedAt === undefined && factor && now < secondsAfter(factor.createdAt, confirmSeconds);
    if (!isOpen) throw new AppError("unprocessable", "There is no second factor to confirm; begin with a new one.");
    const step = findStep(factor.secret, code.trim(), now, undefined);
    if (step === undefined)
      throw new AppError("unprocessable", "The code is wrong; is the clock of your device right?");
    const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
    await secondFactors.confirm(accountId, now, step);
    await secondFactors.replaceRecoveryCodes(accountId, codes.map(hashRecoveryCode));
    const endedSessions = await sessions.removeAllOfAccount(accountId, session.id);
    await recordAuditEntry(deps, audit, context, "account.second_factor_added", accountId, { endedSessions });
    return codes;
  });
}

export async function removeSecondFactor(
  deps: FactorDeps,
  context: AuditContext,
  session: PersonSession,
  password: string,
): Promise<void> {
  const account = await checkPasswordOf(deps, session.person.accountId, password);
  const { id } = account;
  await deps.db.transaction(async ({ people, secondFactors, audit }) => {
    await lockOwn(people, session);
    await lockVerified(people, account, wrongPassword);
    if (!(await secondFactors.remove(id))) throw notFound("second factor");
    await recordAuditEntry(deps, audit, context, "account.second_factor_removed", id);
  });
}

/**
 * For a person who has lost the device and the recovery codes. Refused for an account of several organisations: an owner of one
 * must not weaken the access to another. The person's sessions end.
 */
export async function resetSecondFactor(
  deps: Pick<FactorDeps, "db" | "clock" | "ids">,
  context: AuditContext,
  membershipId: Id,
): Promise<void> {
  await deps.db.transaction(async ({ people, ...stores }) => {
    const members = await lockManaged(people, context.actor);
    const member = members.find(({ id }) => id === membershipId);
    if (member === undefined) throw notFound("person");
    if ((await people.listMemberships(member.accountId)).length > 1)
      throw new AppError(
        "unprocessable",
        "This person belongs to other organisations, too: only the operator can do it.",
      );
    await reset(deps, stores, context, member.accountId);
  });
}

/** For the operator, who answers for all organisations. */
export async function resetSecondFactorOfAccount(
  deps: Pick<FactorDeps, "db" | "clock" | "ids">,
  context: AuditContext,
  accountId: Id,
): Promise<void> {
  await deps.db.transaction((stores) => reset(deps, stores, context, accountId));
}

async function reset(
  deps: AuditDeps,
  { secondFactors, sessions, audit }: { secondFactors: SecondFactorStore; sessions: SessionStore; audit: AuditLog },
  context: AuditContext,
  accountId: Id,
): Promise<void> {
  // A session that somebody else has got hold of must not get rid of the second factor.
  if (accountOf(context.actor) === accountId)
    throw new AppError("unprocessable", "Remove your own with your password.");
  if (!(await secondFactors.remove(accountId))) throw notFound("second factor");
  const endedSessions = await sessions.removeAllOfAccount(accountId);
  await recordAuditEntry(deps, audit, context, "account.second_factor_reset", accountId, { endedSessions });
}

/** How a sign-in passed the second factor: undefined if there is none, false if the code is wrong or used. */
export async function useCode(
  { clock }: { clock: Clock },
  store: SecondFactorStore,
  accountId: Id,
  code: string,
): Promise<"code" | "recovery_code" | false | undefined> {
  const factor = await store.lock(accountId);
  if (factor?.confirmedAt === undefined) return undefined;
  const step = findStep(factor.secret, code.trim(), clock.now(), factor.lastStep);
  if (step !== undefined) {
    await store.useStep(accountId, step);
    return "code";
  }
  return (await store.useRecoveryCode(accountId, hashRecoveryCode(code))) && "recovery_code";
}
