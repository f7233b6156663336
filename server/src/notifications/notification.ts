import type { Id } from "../platform/ids.ts";

/** What people are notified of by mail. */
export const notificationKinds = ["assigned", "mentioned", "due", "overdue", "review_completed", "score_fell"] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** At once, once a day with everything else, or not at all. */
export const notificationChoices = ["instant", "daily", "off"] as const;
export type NotificationChoice = (typeof notificationChoices)[number];

export const mailLanguages = ["en", "de", "fr", "es"] as const;
export type MailLanguage = (typeof mailLanguages)[number];

export interface NotificationSettings {
  language: MailLanguage;
  choices: Record<NotificationKind, NotificationChoice>;
}

/** What concerns a person comes at once; what concerns everybody, once a day. */
export const defaultSettings: NotificationSettings = {
  language: "en",
  choices: {
    ...{ assigned: "instant", mentioned: "instant", due: "instant", overdue: "instant" },
    ...{ review_completed: "daily", score_fell: "daily" },
  },
};

export interface NotificationFacts {
  dueOn?: string;
  scoreBefore?: number;
  score?: number;
}

/** What happened, and whom it concerns. */
export interface Occasion {
  kind: NotificationKind;
  /** The webhook event: nobody is notified of the same twice. */
  eventId: Id;
  companyId: Id;
  reviewId: Id;
  gapId?: Id | undefined;
  /** Undefined: everybody of the company. */
  accountIds?: Id[];
  /** Who caused it needs no mail. */
  actorId?: Id | undefined;
  facts?: NotificationFacts;
}

export interface Recipient {
  membershipId: Id;
  accountId: Id;
  settings: NotificationSettings;
}

export interface Notification {
  id: Id;
  membershipId: Id;
  eventId: Id;
  kind: NotificationKind;
  reviewId: Id;
  gapId: Id | undefined;
  actorId: Id | undefined;
  facts: NotificationFacts;
  createdAt: Date;
  /** Undefined: it waits for the next digest. */
  mailId: Id | undefined;
}

/** A notification with what its mail says. */
export interface NamedNotification {
  kind: NotificationKind;
  facts: NotificationFacts;
  actorName: string | undefined;
  reviewId: Id;
  reviewName: string;
  gap: { id: Id; title: string; statement: string; fileName: string } | undefined;
}

/** A mail that is to be sent, with what it says. */
export type MailContent = { to: string; name: string; language: MailLanguage } & (
  | { kind: "notifications"; organisationName: string; notifications: NamedNotification[]; isDigest: boolean }
  | { kind: "invitation"; organisationName: string | undefined; token: string; expiresAt: Date }
);

export interface NotificationStore {
  /** The people of a company, or those with these accounts. */
  listRecipients(companyId: Id, accountIds: Id[] | undefined): Promise<Recipient[]>;
  findSettings(accountId: Id): Promise<NotificationSettings>;
  saveSettings(accountId: Id, settings: NotificationSettings): Promise<void>;
  /** False if the person was told of the event already. */
  insert(notification: Notification): Promise<boolean>;
  /** Takes what a person waits for since before `before` into the mail; undefined if nobody waits. */
  takeForDigest(before: Date, mailId: Id): Promise<{ membershipId: Id } | undefined>;
  /** Notifications of a month ago, and mails that could not be sent for days. */
  removeOld(now: Date): Promise<void>;

  insertMail(mail: { id: Id; membershipId: Id; createdAt: Date }): Promise<void>;
  insertInvitationMail(mail: InvitationMail): Promise<void>;
  /** Undefined if there is nothing left to say, such as about a deleted gap. */
  readMail(id: Id, now: Date): Promise<MailContent | undefined>;
  /** Whether this process may send it now: no other has begun, not even one that crashed. */
  beginMail(id: Id, at: Date): Promise<boolean>;
  /** The mail server does not have it: it may be sent again. */
  reopenMail(id: Id): Promise<void>;
  removeMail(id: Id): Promise<void>;
}

export interface InvitationMail {
  id: Id;
  invitationId: Id;
  language: MailLanguage;
  token: string;
  createdAt: Date;
}
