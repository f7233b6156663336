import type { List } from "./list.ts";
import type { Answer, Body, Invitation, Member, PageQuery, Session } from "./operation-types.ts";
import { Requests } from "./requests.ts";
import { type AssayOptions, type CallOptions, createTransport, type Send, segment } from "./transport.ts";

/**
 * Signing in, accounts, invitations and roles. For pages of the service itself: it needs the `session` option. Integrations have keys, so
 * `Assay` does not load it.
 */
export class People {
  readonly #send: Send;
  readonly #requests: Requests;

  /** Sends nothing before the first call. */
  constructor(options: AssayOptions) {
    this.#send = createTransport(options);
    this.#requests = new Requests(this.#send, "/v1");
  }

  /** Signs a browser in with a key or the administrator token. Needs the `session` option. */
  signIn(key: string, options: CallOptions = {}): Promise<Session> {
    return this.#requests.call("POST", "/session", { key }, options);
  }

  /** Returns who is signed in. */
  getSession(options: CallOptions = {}): Promise<Session> {
    return this.#requests.call("GET", "/session", undefined, options);
  }

  /** Signs out this browser, or every browser that signed in with the same key. */
  signOut({ everywhere }: { everywhere?: boolean } = {}, options: CallOptions = {}): Promise<void> {
    return this.#send({ method: "DELETE", path: "/v1/session", query: { everywhere }, ...options });
  }

  /** Opens the link to a review in a browser. Needs the `session` option. */
  openReviewLink(token: string, options: CallOptions = {}): Promise<Session> {
    return this.#requests.call("POST", "/session/review-link", { token }, options);
  }

  /** Lists the people of your organisation, newest first. */
  listPeople(query: PageQuery = {}, options: CallOptions = {}): List<Answer<"listPeople">, Member> {
    return this.#requests.list("people", "/people", query, options);
  }

  /** Gives a person another role, from the person's next request on. */
  changeRole(membershipId: string, body: Body<"changeRole">, options: CallOptions = {}): Promise<void> {
    return this.#requests.call("PATCH", `/people/${segment(membershipId)}`, body, options);
  }

  /** Removes a person from your organisation and ends the sessions there. */
  removePerson(membershipId: string, options: CallOptions = {}): Promise<void> {
    return this.#requests.call("DELETE", `/people/${segment(membershipId)}`, undefined, options);
  }

  /** Ends a person's sessions in your organisation. */
  signOutPerson(membershipId: string, options: CallOptions = {}): Promise<void> {
    return this.#requests.call("DELETE", `/people/${segment(membershipId)}/sessions`, undefined, options);
  }

  /** Lists open invitations of your organisation, newest first. */
  listInvitations(query: PageQuery = {}, options: CallOptions = {}): List<Answer<"listInvitations">, Invitation> {
    return this.#requests.list("invitations", "/invitations", query, options);
  }

  /** Invites a person. The link is sent by mail where the service has a mail server; otherwise its token is returned, only here. */
  invitePerson(body: Body<"invitePerson">, options: CallOptions = {}): Promise<Answer<"invitePerson">> {
    return this.#requests.call("POST", "/invitations", body, options);
  }

  /** Withdraws an invitation: its link is no longer valid. */
  withdrawInvitation(invitationId: string, options: CallOptions = {}): Promise<void> {
    return this.#requests.call("DELETE", `/invitations/${segment(invitationId)}`, undefined, options);
  }

  /** Returns the invitation of a link. */
  readInvitation(token: string, options: CallOptions = {}): Promise<Answer<"readInvitation">> {
    return this.#requests.call("POST", "/invitations/read", { token }, options);
  }

  /** Accepts an invitation with a new account, or with the one that the address has. */
  acceptInvitation(body: Body<"acceptInvitation">, options: CallOptions = {}): Promise<Answer<"acceptInvitation">> {
    return this.#requests.call("POST", "/invitations/accept", body, options);
  }

  /** Returns your own account with its organisations. */
  getAccount(options: CallOptions = {}): Promise<Answer<"getAccount">> {
    return this.#requests.call("GET", "/account", undefined, options);
  }

  /** Returns which mails you receive. */
  getNotificationSettings(options: CallOptions = {}): Promise<Answer<"getNotificationSettings">> {
    return this.#requests.call("GET", "/account/notifications", undefined, options);
  }

  /** Chooses which mails you receive. */
  replaceNotificationSettings(
    body: Body<"replaceNotificationSettings">,
    options: CallOptions = {},
  ): Promise<Answer<"replaceNotificationSettings">> {
    return this.#requests.call("PUT", "/account/notifications", body, options);
  }

  /** Changes your password and ends all other sessions. */
  changePassword(body: Body<"changePassword">, options: CallOptions = {}): Promise<void> {
    return this.#requests.call("PUT", "/account/password", body, options);
  }

  /** Returns the secret for an authenticator app. It counts once a code of the app is entered. */
  beginSecondFactor(body: Body<"beginSecondFactor">, options: CallOptions = {}): Promise<Answer<"beginSecondFactor">> {
    return this.#requests.call("POST", "/account/second-factor", body, options);
  }

  /** Confirms the authenticator app. The recovery codes are returned only here. */
  confirmSecondFactor(
    body: Body<"confirmSecondFactor">,
    options: CallOptions = {},
  ): Promise<Answer<"confirmSecondFactor">> {
    return this.#requests.call("PUT", "/account/second-factor", body, options);
  }

  /** Stops asking for codes of an authenticator app. */
  removeSecondFactor(body: Body<"removeSecondFactor">, options: CallOptions = {}): Promise<void> {
    return this.#requests.call("POST", "/account/second-factor/remove", body, options);
  }

  /** Removes the second factor of a person who has lost it. */
  resetSecondFactor(membershipId: string, options: CallOptions = {}): Promise<void> {
    return this.#requests.call("DELETE", `/people/${segment(membershipId)}/second-factor`, undefined, options);
  }

  /** Lists where you are signed in. */
  listOwnSessions(options: CallOptions = {}): Promise<Answer<"listOwnSessions">> {
    return this.#requests.call("GET", "/account/sessions", undefined, options);
  }

  /** Ends one of your sessions. */
  endOwnSession(sessionId: string, options: CallOptions = {}): Promise<void> {
    return this.#requests.call("DELETE", `/account/sessions/${segment(sessionId)}`, undefined, options);
  }

  /** Signs a browser in as a person. */
  signInWithPassword(
    body: Body<"signInWithPassword">,
    options: CallOptions = {},
  ): Promise<Answer<"signInWithPassword">> {
    return this.#requests.call("POST", "/session/password", body, options);
  }

  /** Lists the identity providers of the sign-in page. */
  listSignInProviders(options: CallOptions = {}): Promise<Answer<"listSignInProviders">> {
    return this.#requests.call("GET", "/session/providers", undefined, options);
  }

  /** Returns where to send the browser to sign in. */
  beginProviderSignIn(
    body: Body<"beginProviderSignIn">,
    options: CallOptions = {},
  ): Promise<Answer<"beginProviderSignIn">> {
    return this.#requests.call("POST", "/session/provider", body, options);
  }

  /** Signs a browser in with the query with which an identity provider sent it back. Returns the page to go on with, too. */
  finishProviderSignIn(response: string, options: CallOptions = {}): Promise<Answer<"finishProviderSignIn">> {
    return this.#requests.call("POST", "/session/provider/response", { response }, options);
  }

  /** Signs out, and returns where to sign out of the identity provider. */
  endSession(options: CallOptions = {}): Promise<Answer<"endSession">> {
    return this.#requests.call("POST", "/session/end", {}, options);
  }

  /** Continues the session in another organisation of the account. */
  switchOrganisation(membershipId: string, options: CallOptions = {}): Promise<Answer<"switchOrganisation">> {
    return this.#requests.call("PUT", "/session/organisation", { membershipId }, options);
  }

  /** Opens the work of one of your partner's companies: the session acts there as a consultant. */
  openClient(companyId: string, options: CallOptions = {}): Promise<Session> {
    return this.#requests.call("PUT", "/session/client", { companyId }, options);
  }

  /** Goes back from the client's work to your partner. */
  closeClient(options: CallOptions = {}): Promise<Session> {
    return this.#requests.call("DELETE", "/session/client", undefined, options);
  }
}
