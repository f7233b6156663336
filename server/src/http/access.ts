import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Actor, AdminActor, AuditContext, CompanyActor, PartnerActor } from "../audit/audit-context.ts";
import { accessOff } from "../people/open-client.ts";
import { AppError } from "../platform/app-error.ts";
import type { AdminTokenChecker } from "../tenancy/admin-token.ts";
import { isWellFormedKey, type KeyScope, type KnownKey } from "../tenancy/api-key.ts";
import type { Authenticator } from "../tenancy/authenticate.ts";
import { actingRole, type Person } from "../tenancy/person.ts";
import type { RateLimiter } from "../tenancy/rate-limiter.ts";
import {
  addressPolicy,
  adminPolicy,
  chunkPolicy,
  guessPolicy,
  type RateLimits,
  type RateOverrides,
  requestPolicy,
} from "../tenancy/rate-policy.ts";
import type { ReviewGrant } from "../tenancy/review-link.ts";
import type { ActingRole } from "../tenancy/role.ts";
import type { Credential, KeyCredential, PersonSession, SessionFinder, SignedIn } from "../tenancy/session.ts";
import { actorOf, toKeyActor, toPersonActor } from "../tenancy/sign-in.ts";
import { addressGroup } from "./address-group.ts";
import { count, countAddress, rateLimitError, setRateHeaders } from "./count-requests.ts";
import { isWithin } from "./key-networks.ts";
import { scopesFor } from "./key-scopes.ts";
import { rolesFor } from "./permissions.ts";
import { allowByLink, type LinkScope, linkScopeOf, type ReadByLinkDeps } from "./read-by-link.ts";
import { isBackground, readSessionCookie, refuseForgery } from "./session-cookie.ts";

/**
 * Who may call a route. A route without a declaration does not start. `session` is anyone signed in to the portal, `person` is
 * one of them with an account, and `people` is one of them or the administrator with the token. What people may do also
 * depends on their role (permissions.ts).
 */
export type Access = "public" | "partner" | "company" | "either" | "admin" | "session" | "person" | "people";

declare module "fastify" {
  interface FastifyContextConfig {
    access?: Access;
    /** The rate limit that the route counts against; default: requests. */
    counts?: "requests" | "chunks" | "nothing";
    /** A missing body is read as an empty object. */
    isBodyOptional?: boolean;
    /** Description in the API reference of a body that no schema validates. */
    documentedBody?: { mediaType: string; schema: object };
    /** Its answers state the company's submission quota beside the key's rate limit. */
    isSubmission?: boolean;
    /** The roles of people who may call it, from permissions.ts. */
    roles?: ReadonlySet<ActingRole>;
    /** The scopes of keys that permit it, from key-scopes.ts. */
    scopes?: ReadonlySet<KeyScope>;
    operationId?: string;
    /** What whoever opened the link to a review may read by it, from read-by-link.ts. */
    linkScope?: LinkScope;
  }
  interface FastifyRequest {
    actor: Actor | undefined;
    apiKey: KnownKey | undefined;
    /** The partner's own limits. */
    rateOverrides: RateOverrides | undefined;
    signedIn: SignedIn | undefined;
  }
}

interface AccessDeps extends ReadByLinkDeps {
  authenticator: Authenticator;
  signedIn: SessionFinder;
  limiter: RateLimiter;
  limits: RateLimits;
  adminTokens: AdminTokenChecker;
}

export function guardRoutes(app: FastifyInstance, deps: AccessDeps): void {
  app.decorateRequest("actor", undefined);
  app.decorateRequest("apiKey", undefined);
  app.decorateRequest("signedIn", undefined);
  app.decorateRequest("rateOverrides", undefined);
  app.addHook("onRoute", (route) => {
    if (route.config?.access === undefined)
      throw new Error(`${String(route.method)} ${route.url} does not declare who may call it`);
    const { operationId = "" } = (route.schema ?? {}) as { operationId?: string };
    route.config.roles = rolesFor(operationId);
    route.config.scopes = scopesFor(operationId);
    route.config.operationId = operationId;
    const linkScope = linkScopeOf(operationId);
    if (linkScope !== undefined) route.config.linkScope = linkScope;
  });
  // Synchronous in the usual case: a cached key within its limits.
  app.addHook("onRequest", (request, reply, done) => {
    try {
      const authorized = authorize(deps, request, reply);
      if (authorized === undefined) done();
      else authorized.then(() => done(), done);
    } catch (error) {
      done(error as Error);
    }
  });
}

function authorize(deps: AccessDeps, request: FastifyRequest, reply: FastifyReply): void | Promise<void> {
  const { access = "public", counts = "requests" } = request.routeOptions.config ?? {};
  if (access === "admin") return authorizeAdministrator(deps, request, reply);
  if (access === "session" || access === "person" || access === "people")
    return authorizeSession(deps, request, reply, access);
  if (access !== "public") return authorizeKeyHolder(deps, request, reply, { access, counts });
  // Public routes count against the address, so that they cannot be used to exhaust the service.
  const policy = addressPolicy(deps.limits);
  const group = addressGroup(request.ip);
  if (counts !== "nothing") return count(deps.limiter, reply, policy, group);
  setRateHeaders(reply, deps.limiter.peek(policy, group));
}

export const bearerToken = (request: FastifyRequest) => /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];

async function authorizeAdministrator(deps: AccessDeps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const token = bearerToken(request);
  if (token !== undefined && (await isAdminToken(deps, request, reply, token))) {
    await count(deps.limiter, reply, adminPolicy, "administrator");
    request.actor = { tier: "admin" };
    return;
  }
  if (token !== undefined) await deps.adminTokens.recordRefusal({ address: request.ip, requestId: request.id });
  // "A key from the wrong tier for an operation is answered with 403."
  const credential = token === undefined ? await findCredential(deps, request, reply) : undefined;
  if (credential !== undefined) {
    await countCredential(deps, reply, credential);
    if (credential.tier === "admin") {
      checkRole(request, credential);
      return;
    }
    throw new AppError("wrong_tier", "This operation is for the administrator.");
  }
  await count(deps.limiter, reply, addressPolicy(deps.limits), addressGroup(request.ip));
  throw new AppError("unauthenticated", "Send the administrator token as Authorization: Bearer <token>.");
}

async function isAdminToken(
  { adminTokens }: Pick<AccessDeps, "adminTokens">,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<boolean> {
  const checked = await adminTokens.check(token, addressGroup(request.ip));
  if (checked.is !== "blocked") return checked.is === "right";
  setRateHeaders(reply, checked.decision);
  throw rateLimitError(checked.decision);
}

/** From the API key if there is one, else from the session cookie. */
async function findCredential(
  deps: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Credential | undefined> {
  if (request.headers["x-api-key"] === undefined) return (await findSession(deps, request, reply))?.credential;
  const key = await findKey(deps, request, reply);
  return key && { tier: key.tier, key };
}

/** A session counts against the rate limit of the key it was opened with. */
function countCredential(deps: AccessDeps, reply: FastifyReply, credential: Credential): void | Promise<void> {
  if ("person" in credential) {
    const { tier, person } = credential;
    const policy = tier === "admin" ? adminPolicy : requestPolicy(tier, deps.limits, person.overrides);
    return count(deps.limiter, reply, policy, person.accountId);
  }
  if (credential.tier === "admin") return count(deps.limiter, reply, adminPolicy, "administrator");
  if ("link" in credential)
    return count(deps.limiter, reply, requestPolicy("company", deps.limits, {}), credential.link.linkId);
  const { tier, overrides, id } = credential.key;
  return count(deps.limiter, reply, requestPolicy(tier, deps.limits, overrides), id);
}

/** Only people have roles: a key may do what its tier may. */
function checkRole(request: FastifyRequest, credential: Credential): void {
  if (!("person" in credential)) return;
  const role = actingRole(credential.person);
  if (request.routeOptions.config.roles?.has(role) === true) return;
  throw new AppError("not_permitted", `Your role, ${role.replace("_", " ")}, does not permit this operation.`);
}

/** Read only for restricted keys: Fastify builds `routeOptions` anew on every access. */
function checkScope(request: FastifyRequest, { scopes }: KnownKey): void {
  if (scopes.includes("all")) return;
  const permitting = request.routeOptions.config.scopes ?? new Set<KeyScope>(["all"]);
  if (scopes.some((scope) => permitting.has(scope))) return;
  const own = scopes.length === 1 ? `scope, ${scopes[0]}, does` : `scopes, ${scopes.join(" and ")}, do`;
  throw new AppError(
    "not_permitted",
    `This key's ${own} not permit this operation, which needs ${[...permitting].join(" or ")}.`,
  );
}

function refuseSuspended(holder: { isSuspended: boolean } | undefined): void {
  if (holder?.isSuspended !== true) return;
  throw new AppError(
    "partner_suspended",
    "The service's operator has suspended this partner, and with it its companies. Nothing is deleted; ask the operator.",
  );
}

function checkNetwork(request: FastifyRequest, { networks }: KnownKey): void {
  if (networks.length === 0 || isWithin(request.ip, networks)) return;
  throw new AppError(
    "not_permitted",
    `This key may be used from certain networks only, and this request comes from ${request.ip}.`,
  );
}

async function authorizeSession(
  deps: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  access: "session" | "person" | "people",
): Promise<void> {
  if (access === "people" && bearerToken(request) !== undefined) return authorizeAdministrator(deps, request, reply);
  const signedIn = await findSession(deps, request, reply);
  if (signedIn === undefined) {
    await countAddress(deps, request, reply, addressPolicy(deps.limits));
    throw new AppError("unauthenticated", "Nobody is signed in, or the session has ended.");
  }
  const { credential } = signedIn;
  await countCredential(deps, reply, credential);
  // Whoever is signed in can still see that and sign out.
  if (access !== "session") refuseSuspended("person" in credential ? credential.person : undefined);
  if (access === "person" && !("person" in credential))
    throw new AppError("not_permitted", "This operation is for people with an account; you are signed in without.");
  if (access === "people" && "link" in credential)
    throw new AppError("not_permitted", "A link to a review reads that review and nothing else.");
  checkRole(request, credential);
  if ("key" in credential) {
    checkNetwork(request, credential.key);
    checkScope(request, credential.key);
  }
  // The account and the session are the person's own, whatever client's work is open.
  if (access !== "people" && "person" in credential) request.actor = toPersonActor(credential.person);
}

/** Sets the request's actor from the session cookie, as if the key of the session had been sent. */
async function findSession(
  deps: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignedIn | undefined> {
  const secret = readSessionCookie(request);
  if (secret === undefined) return undefined;
  const signedIn = await deps.signedIn.find(secret, isBackground(request), () => refuseGuessing(deps, request, reply));
  if (signedIn === undefined) {
    await deps.limiter.take(guessPolicy(deps.limits), addressGroup(request.ip));
    return undefined;
  }
  refuseForgery(request);
  request.signedIn = signedIn;
  if ("person" in signedIn.credential) request.rateOverrides = signedIn.credential.person.overrides;
  request.actor = actorOf(signedIn.credential);
  return signedIn;
}

/** Read once per request: Fastify builds `routeOptions` anew on every access. */
interface RouteAccess {
  access: "partner" | "company" | "either";
  counts: "requests" | "chunks" | "nothing";
}

function authorizeKeyHolder(
  deps: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  routeAccess: RouteAccess,
): void | Promise<void> {
  if (request.headers["x-api-key"] === undefined && request.headers.cookie !== undefined)
    return findSession(deps, request, reply).then((signedIn) =>
      authorizeCredential(deps, request, reply, routeAccess, signedIn?.credential),
    );
  const key = findKey(deps, request, reply);
  return key instanceof Promise
    ? key.then((found) => authorizeKey(deps, request, reply, routeAccess, found))
    : authorizeKey(deps, request, reply, routeAccess, key);
}

function authorizeCredential(
  deps: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  routeAccess: RouteAccess,
  credential: Credential | undefined,
): void | Promise<void> {
  if (credential === undefined) return refuseUnknown(deps, request, reply);
  if ("person" in credential) return authorizePerson(deps, request, reply, routeAccess, credential);
  if ("link" in credential) return authorizeLink(deps, request, reply, credential);
  if (credential.tier !== "admin") return authorizeKey(deps, request, reply, routeAccess, credential.key);
  const refuse = () => {
    const needed = routeAccess.access === "either" ? "partner or company" : routeAccess.access;
    throw new AppError("wrong_tier", `This operation needs a ${needed} key; this is the administrator's session.`);
  };
  const counted = countCredential(deps, reply, credential);
  return counted === undefined ? refuse() : counted.then(refuse);
}

async function authorizeLink(
  deps: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  credential: Extract<Credential, { link: ReviewGrant }>,
): Promise<void> {
  await countCredential(deps, reply, credential);
  await allowByLink(deps, request, reply, credential.link);
}

async function authorizePerson(
  deps: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { access, counts }: RouteAccess,
  credential: Extract<Credential, { person: Person }>,
): Promise<void> {
  const { tier, person } = credential;
  if (counts === "chunks") await count(deps.limiter, reply, chunkPolicy(deps.limits), person.accountId);
  else await countCredential(deps, reply, credential);
  if (tier === "admin" || (access !== "either" && access !== tier)) {
    const needed = access === "either" ? "a partner or a company" : `a ${access}`;
    throw new AppError("wrong_tier", `This operation is for ${needed}; you are signed in as ${describeTier[tier]}.`);
  }
  refuseSuspended(person);
  checkRole(request, credential);
  if (person.client?.isAccessible === false) throw accessOff();
}

const describeTier = { admin: "an operator", partner: "a partner", company: "a company" };

function authorizeKey(
  deps: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { access, counts }: RouteAccess,
  key: KnownKey | undefined,
): void | Promise<void> {
  if (key === undefined) return refuseUnknown(deps, request, reply);
  request.apiKey = key;
  request.rateOverrides = key.overrides;
  request.actor = toKeyActor(key);
  const refuseWrongKey = () => {
    checkNetwork(request, key);
    refuseSuspended(key);
    if (access !== "either" && access !== key.tier)
      throw new AppError("wrong_tier", `This operation needs a ${access} key; this is a ${key.tier} key.`);
    checkScope(request, key);
  };
  const policy = counts === "chunks" ? chunkPolicy(deps.limits) : requestPolicy(key.tier, deps.limits, key.overrides);
  const counted = count(deps.limiter, reply, policy, key.id);
  if (counted !== undefined) return counted.then(refuseWrongKey);
  refuseWrongKey();
}

/** "A missing, empty or unrecognised key is answered with 401." */
async function refuseUnknown(deps: AccessDeps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const group = addressGroup(request.ip);
  const key = request.headers["x-api-key"];
  if (typeof key === "string" && isWellFormedKey(key)) await deps.limiter.take(guessPolicy(deps.limits), group);
  await count(deps.limiter, reply, addressPolicy(deps.limits), group);
  throw new AppError("unauthenticated", "The X-API-Key header is missing, empty or not a recognised key.");
}

/**
 * "refused before the key is looked up once over": an address with too many wrong keys gets no further look-ups. Only keys
 * that the service may have issued count, and those that this process has cached as valid still work, so that one bad
 * client does not lock out its whole office. Malformed keys are never looked up.
 */
function findKey(
  deps: AccessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): KnownKey | undefined | Promise<KnownKey | undefined> {
  const plainText = request.headers["x-api-key"];
  if (typeof plainText !== "string" || !isWellFormedKey(plainText)) return undefined;
  return deps.authenticator.authenticate(plainText, () => refuseGuessing(deps, request, reply));
}

function refuseGuessing(deps: AccessDeps, request: FastifyRequest, reply: FastifyReply): void {
  const verdict = deps.limiter.peek(guessPolicy(deps.limits), addressGroup(request.ip));
  if (verdict.remaining > 0) return;
  setRateHeaders(reply, verdict);
  throw rateLimitError(verdict);
}

/** Does not count the attempt: the caller does. */
export async function findCredentialOfKey(
  deps: Pick<AccessDeps, "authenticator" | "adminTokens">,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
): Promise<KeyCredential | undefined> {
  if (!isWellFormedKey(key)) return (await isAdminToken(deps, request, reply, key)) ? { tier: "admin" } : undefined;
  const known = await deps.authenticator.authenticate(key, () => undefined);
  if (known === undefined) return undefined;
  checkNetwork(request, known);
  refuseSuspended(known);
  return { tier: known.tier, key: known };
}

function contextOf<A extends Actor>(
  request: FastifyRequest,
  isExpected: (actor: Actor) => actor is A,
): AuditContext<A> {
  const { actor } = request;
  if (actor === undefined || !isExpected(actor)) throw new Error("this route's access does not fit its handler");
  return { actor, address: request.ip, requestId: request.id };
}

/** For the routes of a person's own account. */
export function personContext(request: FastifyRequest): { session: PersonSession; context: AuditContext } {
  const { signedIn, context } = sessionContext(request);
  if (!("person" in signedIn.session)) throw new Error("this route's access does not fit its handler");
  return { session: signedIn.session, context };
}

/** For the routes that manage people: somebody in the portal, or the administrator with the token. */
export const peopleContext = (request: FastifyRequest): AuditContext =>
  contextOf(request, (actor): actor is Actor => actor.tier !== "unknown");

/** For the routes of /v1/session. */
export function sessionContext(request: FastifyRequest): { signedIn: SignedIn; context: AuditContext } {
  const { signedIn } = request;
  if (signedIn === undefined) throw new Error("this route's access does not fit its handler");
  return { signedIn, context: contextOf(request, (actor): actor is Actor => actor.tier !== "unknown") };
}

export const companyContext = (request: FastifyRequest): AuditContext<CompanyActor> =>
  contextOf(request, (actor) => actor.tier === "company");
export const partnerContext = (request: FastifyRequest): AuditContext<PartnerActor> =>
  contextOf(request, (actor) => actor.tier === "partner");
export const adminContext = (request: FastifyRequest): AuditContext<AdminActor> =>
  contextOf(request, (actor) => actor.tier === "admin");
export const keyHolderContext = (request: FastifyRequest): AuditContext<PartnerActor | CompanyActor> =>
  contextOf(
    request,
    (actor): actor is PartnerActor | CompanyActor => actor.tier === "partner" || actor.tier === "company",
  );
export const keyHolder = (request: FastifyRequest): PartnerActor | CompanyActor => keyHolderContext(request).actor;
