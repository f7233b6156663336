import type { AuditContext } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { AppError } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { PersonSession, SessionSettings, SessionStore } from "../tenancy/session.ts";
import type { PeopleStore } from "./account.ts";
import { findProviderAccount } from "./find-provider-account.ts";
import {
  type ExpectedResponse,
  type IdentityProvider,
  type IdentityStore,
  type OpenIdConnect,
  type ProviderClaims,
  ProviderProblem,
} from "./identity-provider.ts";
import type { Passwords } from "./password.ts";
import { beginChallenge, type SignInChallengeStore, takeChallenge } from "./sign-in-challenge.ts";
import { type SigningBrowser, startSession } from "./start-session.ts";

interface ProviderDeps extends AuditDeps {
  openId: OpenIdConnect;
  challenges: SignInChallengeStore;
  passwords: Passwords;
  db: Transactional<{ people: PeopleStore; identities: IdentityStore; sessions: SessionStore; audit: AuditLog }>;
  settings: SessionSettings;
}

interface BegunSignIn {
  providerId: string;
  /** The provider may be changed before the response arrives. */
  issuer: string;
  expected: ExpectedResponse;
  page?: string | undefined;
}

/** Where to send the browser, and the secret for its cookie. `page` is the page to open afterwards. */
export async function beginProviderSignIn(
  deps: Pick<ProviderDeps, "openId" | "challenges" | "clock">,
  provider: IdentityProvider,
  redirectUri: string,
  page: string | undefined,
): Promise<{ url: string; secret: string }> {
  const { url, expected } = await deps.openId.begin(provider, redirectUri).catch((error: unknown) => {
    if (!(error instanceof ProviderProblem)) throw error;
    throw unreachable(provider, error);
  });
  const data: BegunSignIn = { providerId: provider.id, issuer: provider.issuer, expected, page };
  return { url, secret: await beginChallenge(deps, data) };
}

const unreachable = ({ name }: IdentityProvider, cause: ProviderProblem) =>
  new AppError("unavailable", `${name} cannot be reached at this moment, or is set up wrongly. Try again later.`, {
    cause,
  });

/** One message for all reasons: whoever manages a provider must not learn which addresses have accounts elsewhere. */
const noAccess = ({ name }: IdentityProvider) =>
  new AppError(
    "unauthenticated",
    `${name} knows you, but gives you no access here. It must confirm your email address and put you in a group that has a role; and an address that is used here already signs in its own way first.`,
  );

/**
 * Signs a person in who comes back from a provider. A first sign-in creates the account; the groups decide the role each time.
 * `findProvider` returns undefined for one that no longer exists.
 */
export async function finishProviderSignIn(
  deps: ProviderDeps,
  from: Omit<AuditContext, "actor">,
  findProvider: (id: string) => Promise<IdentityProvider | undefined>,
  given: SigningBrowser & { secret: string | undefined; response: string },
): Promise<{ session: PersonSession; secret: string; page: string | undefined }> {
  const begun = await takeChallenge<BegunSignIn>(deps, given.secret);
  const refuse = async (reason: string, subject: Id | undefined, error: AppError): Promise<never> => {
    const context: AuditContext = { ...from, actor: { tier: "unknown" } };
    const details = { by: "provider", reason, ...(begun && { provider: begun.providerId }) };
    await deps.db.transaction(({ audit }) =>
      recordAuditEntry(deps, audit, context, "session.refused", subject ?? from.requestId, details),
    );
    throw error;
  };
  const startAgain = (message: string, cause?: unknown) =>
    new AppError("unauthenticated", `${message} Start again from the sign-in page.`, { cause });

  const provider = begun && (await findProvider(begun.providerId));
  if (begun === undefined || provider === undefined || provider.issuer !== begun.issuer)
    return refuse("not_begun", undefined, startAgain("This sign-in was not begun here, or has expired."));
  let claims: ProviderClaims;
  try {
    claims = await deps.openId.finish(provider, begun.expected, given.response);
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    if (error.isUnreachable) return refuse(error.reason, undefined, unreachable(provider, error));
    return refuse(error.reason, undefined, startAgain(`Signing in with ${provider.name} failed.`, error));
  }

  const outcome = await deps.db.transaction(async (stores) => {
    const found = await findProviderAccount(deps, stores, from, { provider, claims });
    if ("refused" in found) return found;
    const { account, membership } = found;
    const { browser, earlierSecret } = given;
    const details = { by: "provider", provider: provider.id };
    const started = await startSession(deps, stores, from, { account, membership, browser, earlierSecret, details });
    const { organisation, issuer } = provider;
    const { idToken } = claims;
    await stores.identities.insertSession({ sessionId: started.session.id, organisation, issuer, idToken });
    return { ...started, session: { ...started.session, providerOrganisation: organisation } };
  });
  if ("refused" in outcome) return refuse(outcome.refused, outcome.accountId, noAccess(provider));
  return { ...outcome, page: begun.page };
}

/** Ends the session, and says where the browser ends the one at the provider; undefined if there is no such thing. */
export async function endProviderSession(
  deps: Pick<ProviderDeps, "openId"> & { identities: IdentityStore },
  session: PersonSession,
  findProvider: (organisation: string) => Promise<IdentityProvider | undefined>,
  end: () => Promise<void>,
  returnTo: string,
): Promise<string | undefined> {
  const { providerOrganisation } = session;
  const begun = providerOrganisation && (await deps.identities.findSession(session.id));
  await end();
  const provider = begun && (await findProvider(begun.organisation));
  if (!provider || provider.issuer !== begun.issuer) return undefined;
  try {
    return await deps.openId.endSessionUrl(provider, begun.idToken, returnTo);
  } catch (error) {
    // Signed out here, whatever the provider does.
    if (error instanceof ProviderProblem) return undefined;
    throw error;
  }
}
