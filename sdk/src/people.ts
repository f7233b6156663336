import { type List, paginate } from "./list.ts";
import type { Answer, Body, Invitation, Member, PageQuery } from "./operation-types.ts";
import { type Call, type CallOptions, type Send, segment } from "./transport.ts";

/** Accounts, invitations and roles. For pages of the service itself: it needs the `session` option. */
export class People {
  readonly #send: Send;

  /** Called by `Assay`; use `assay.people`. */
  constructor(send: Send) {
    this.#send = send;
  }

  #call<T>(method: Call["method"], path: string, json: unknown, options: CallOptions): Promise<T> {
    return this.#send<T>({ method, path: `/v1${path}`, ...(json !== undefined && { json }), ...options });
  }

  #page<T>(path: string, query: PageQuery, options: CallOptions): Promise<T> {
    return this.#send<T>({ method: "GET", path: `/v1${path}`, query: { ...query }, ...options });
  }

  /** Lists the people of your organisation, newest first. */
  listPeople(query: PageQuery = {}, options: CallOptions = {}): List<Answer<"listPeople">, Member> {
    return paginate("people", query, (page) => this.#page<Answer<"listPeople">>("/people", page, options));
  }

  /** Gives a person another role, from the person's next request on. */
  changeRole(membershipId: string, body: Body<"changeRole">, options: CallOptions = {}): Promise<void> {
    return this.#call("PATCH", `/people/${segment(membershipId)}`, body, options);
  }

  /** Removes a person from your organisation and ends the sessions there. */
  removePerson(membershipId: string, options: CallOptions = {}): Promise<void> {
    return this.#call("DELETE", `/people/${segment(membershipId)}`, undefined, options);
  }

  /** Ends a person's sessions in your organisation. */
  signOutPerson(membershipId: string, options: CallOptions = {}): Promise<void> {
    return this.#call("DELETE", `/people/${segment(membershipId)}/sessions`, undefined, options);
  }

  /** Lists open invitations of your organisation, newest first. */
  listInvitations(query: PageQuery = {}, options: CallOptions = {}): List<Answer<"listInvitations">, Invitation> {
    return paginate("invitations", query, (page) =>
      this.#page<Answer<"listInvitations">>("/invitations", page, options),
    );
  }

  /** Invites a person. The link's token is returned only here. */
  invitePerson(body: Body<"invitePerson">, options: CallOptions = {}): Promise<Answer<"invitePerson">> {
    return this.#call("POST", "/invitations", body, options);
  }

  /** Withdraws an invitation: its link is no longer valid. */
  withdrawInvitation(invitationId: string, options: CallOptions = {}): Promise<void> {
    return this.#call("DELETE", `/invitations/${segment(invitationId)}`, undefined, options);
  }

  /** Returns the invitation of a link. */
  readInvitation(token: string, options: CallOptions = {}): Promise<Answer<"readInvitation">> {
    return this.#call("POST", "/invitations/read", { token }, options);
  }

  /** Accepts an invitation with a new account, or with the one that the address has. */
  acceptInvitation(body: Body<"acceptInvitation">, options: CallOptions = {}): Promise<Answer<"acceptInvitation">> {
    return this.#call("POST", "/invitations/accept", body, options);
  }

  /** Returns your own account with its organisations. */
  getAccount(options: CallOptions = {}): Promise<Answer<"getAccount">> {
    return this.#call("GET", "/account", undefined, options);
  }

  /** Changes your password and ends all other sessions. */
  changePassword(body: Body<"changePassword">, options: CallOptions = {}): Promise<void> {
    return this.#call("PUT", "/account/password", body, options);
  }

  /** Returns the secret for an authenticator app. It counts once a code of the app is entered. */
  beginSecondFactor(body: Body<"beginSecondFactor">, options: CallOptions = {}): Promise<Answer<"beginSecondFactor">> {
    return this.#call("POST", "/account/second-factor", body, options);
  }

  /** Confirms the authenticator app. The recovery codes are returned only here. */
  confirmSecondFactor(
    body: Body<"confirmSecondFactor">,
    options: CallOptions = {},
  ): Promise<Answer<"confirmSecondFactor">> {
    return this.#call("PUT", "/account/second-factor", body, options);
  }

  /** Stops asking for codes of an authenticator app. */
  removeSecondFactor(body: Body<"removeSecondFactor">, options: CallOptions = {}): Promise<void> {
    return this.#call("POST", "/account/second-factor/remove", body, options);
  }

  /** Removes the second factor of a person who has lost it. */
  resetSecondFactor(membershipId: string, options: CallOptions = {}): Promise<void> {
    return this.#call("DELETE", `/people/${segment(membershipId)}/second-factor`, undefined, options);
  }

  /** Lists where you are signed in. */
  listOwnSessions(options: CallOptions = {}): Promise<Answer<"listOwnSessions">> {
    return this.#call("GET", "/account/sessions", undefined, options);
  }

  /** Ends one of your sessions. */
  endOwnSession(sessionId: string, options: CallOptions = {}): Promise<void> {
    return this.#call("DELETE", `/account/sessions/${segment(sessionId)}`, undefined, options);
  }

  /** Signs a browser in as a person. */
  signInWithPassword(
    body: Body<"signInWithPassword">,
    options: CallOptions = {},
  ): Promise<Answer<"signInWithPassword">> {
    return this.#call("POST", "/session/password", body, options);
  }

  /** Continues the session in another organisation of the account. */
  switchOrganisation(membershipId: string, options: CallOptions = {}): Promise<Answer<"switchOrganisation">> {
    return this.#call("PUT", "/session/organisation", { membershipId }, options);
  }
}
