import { hash } from "node:crypto";
import type { AuditContext } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { AppError } from "../platform/app-error.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { PersonSession, SessionSettings, SessionStore } from "../tenancy/session.ts";
import type { PeopleStore } from "./account.ts";
import { canonicalEmail } from "./email.ts";
import type { Passwords } from "./password.ts";
import { type SecondFactorStore, useCode } from "./second-factor.ts";
import { type SigningBrowser, startSession } from "./start-session.ts";

interface SignInDeps extends AuditDeps {
  people: PeopleStore;
  passwords: Passwords;
  db: Transactional<{
    people: PeopleStore;
    secondFactors: SecondFactorStore;
    sessions: SessionStore;
    audit: AuditLog;
  }>;
  settings: SessionSettings;
}

export interface PasswordSignIn extends SigningBrowser {
  email: string;
  password: string;
  /** Of the authenticator app, or a recovery code. */
  code: string | undefined;
}

/** What attempts on an account are counted by, whether it exists or not. Contains no address. */
export const attemptSubject = (email: string): string => hash("sha256", canonicalEmail(email), "base64url");

/** One answer for an unknown address, a wrong password and a person without any organisation, after the same work. */
export async function signInWithPassword(
  deps: SignInDeps,
  from: Omit<AuditContext, "actor">,
  { email, password, code, browser, earlierSecret }: PasswordSignIn,
): Promise<{ session: PersonSession; secret: string }> {
  const account = await deps.people.findByEmail(canonicalEmail(email));
  const isRight = await deps.passwords.isRight(password, account?.passwordHash);
  const refuse = async () => {
    await deps.db.transaction(({ audit }) => {
      const context: AuditContext = { ...from, actor: { tier: "unknown" } };
      const details = { by: "password" };
      return recordAuditEntry(deps, audit, context, "session.refused", account?.id ?? from.requestId, details);
    });
    throw new AppError("unauthenticated", "The email address or the password is wrong.");
  };
  if (account === undefined || !isRight) return refuse();
  const outcome = await deps.db.transaction(async (stores) => {
    // Another password may have been set, or the last membership removed, while the given one was compared.
    const current = await stores.people.lockAccount(account.id);
    const [membership] = await stores.people.listMemberships(account.id);
    if (current?.passwordHash !== account.passwordHash || membership === undefined) return "refused";
    const factor = await useCode(deps, stores.secondFactors, account.id, code ?? "");
    if (factor === false) {
      const stranger: AuditContext = { ...from, actor: { tier: "unknown" } };
      const details = { by: "code" };
      if (code !== undefined)
        await recordAuditEntry(deps, stores.audit, stranger, "session.refused", account.id, details);
      return "needs_code";
    }
    const details = { by: "password", ...(factor !== undefined && { secondFactor: factor }) };
    return startSession(deps, stores, from, { account, membership, browser, earlierSecret, details });
  });
  if (outcome === "refused") return refuse();
  if (outcome === "needs_code")
    throw new AppError(
      "second_factor_required",
      code === undefined
        ? "Enter the code of your authenticator app, or a recovery code."
        : "The code is wrong or has been used.",
    );
  return outcome;
}
