import type { Id } from "../platform/ids.ts";
import type { Role } from "../tenancy/role.ts";

export interface GroupRole {
  group: string;
  role: Role;
}

/** An OpenID Connect provider. The operator's is a setting. */
export interface IdentityProvider {
  /** Names it in links to the sign-in page: `operator`, or an id. */
  id: string;
  /** Whose people it signs in: `operator`, or the id of the partner. */
  organisation: string;
  partnerId: Id | undefined;
  /** As the sign-in page shows it. */
  name: string;
  issuer: string;
  clientId: string;
  /** Undefined for a public client. */
  clientSecret: string | undefined;
  scope: string;
  /** The claim that lists a person's groups; dots lead into objects. */
  groupsClaim: string;
  /** The first entry with one of the person's groups decides the role; without any, there is no access. */
  groupRoles: GroupRole[];
}

export const defaultScope = "openid email profile";
export const defaultGroupsClaim = "groups";
/** The id of the operator's provider, which is a setting. */
export const operatorProviderId = "operator";

/** Who signed in, as the provider's validated ID token says. */
export interface ProviderClaims {
  subject: string;
  email: string | undefined;
  isEmailVerified: boolean;
  name: string | undefined;
  groups: string[];
  idToken: string;
}

/** What the response to one authorization request must fit. */
export interface ExpectedResponse {
  redirectUri: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** The provider could not be reached, or its answer was refused. */
export class ProviderProblem extends Error {
  /** For the audit log: a code without any value of the answer. */
  readonly reason: string;
  readonly isUnreachable: boolean;

  constructor(reason: string, isUnreachable: boolean, cause: unknown) {
    super(`the identity provider failed: ${reason}`, { cause });
    this.name = "ProviderProblem";
    this.reason = reason;
    this.isUnreachable = isUnreachable;
  }
}

/** The protocol: authorization code with PKCE, state and nonce. All calls may throw a `ProviderProblem`. */
export interface OpenIdConnect {
  /** Where to send the browser. Reads the provider's metadata first. */
  begin(provider: IdentityProvider, redirectUri: string): Promise<{ url: string; expected: ExpectedResponse }>;
  /** `response` is the query with which the provider sent the browser back. */
  finish(provider: IdentityProvider, expected: ExpectedResponse, response: string): Promise<ProviderClaims>;
  /** Where the browser ends its session at the provider; undefined if the provider supports no such thing. */
  endSessionUrl(provider: IdentityProvider, idToken: string, returnTo: string): Promise<string | undefined>;
}

export function roleOfGroups({ groupRoles }: IdentityProvider, groups: string[]): Role | undefined {
  return groupRoles.find(({ group }) => groups.includes(group))?.role;
}

/** Which account a person of a provider has. */
export interface Identity {
  id: Id;
  accountId: Id;
  organisation: string;
  issuer: string;
  subject: string;
  createdAt: Date;
}

export interface ProviderSession {
  sessionId: Id;
  organisation: string;
  issuer: string;
  idToken: string;
}

export interface IdentityStore {
  find(organisation: string, issuer: string, subject: string): Promise<Identity | undefined>;
  /** False if the person has an account already. */
  insert(identity: Identity): Promise<boolean>;
  insertSession(session: ProviderSession): Promise<void>;
  findSession(sessionId: Id): Promise<ProviderSession | undefined>;
}
