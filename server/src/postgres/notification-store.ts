import {
  defaultSettings,
  type MailContent,
  type MailLanguage,
  type NamedNotification,
  type Notification,
  type NotificationSettings,
  type NotificationStore,
} from "../notifications/notification.ts";
import { secondsAfter } from "../platform/clock.ts";
import type { Encryption } from "../platform/encryption.ts";
import type { Id } from "../platform/ids.ts";
import { countAffected, execute, firstRow, type QueryRunner, rows, statement } from "./query.ts";
import { rowMapper } from "./row-mapper.ts";

interface StoredSettings {
  language: MailLanguage | null;
  choices: NotificationSettings["choices"] | null;
}
const toSettings = ({ language, choices }: StoredSettings): NotificationSettings => ({
  language: language ?? defaultSettings.language,
  choices: { ...defaultSettings.choices, ...choices },
});

const listRecipients = statement(
  `SELECT m.id AS "membershipId", m.account_id AS "accountId", s.language, s.choices
     FROM memberships m LEFT JOIN notification_settings s ON s.account_id = m.account_id
    WHERE m.organisation = $1 AND ($2::text[] IS NULL OR m.account_id = ANY ($2)) ORDER BY m.id`,
);
const findSettings = statement("SELECT language, choices FROM notification_settings WHERE account_id = $1");
const saveSettings = statement(
  `INSERT INTO notification_settings (account_id, language, choices) VALUES ($1, $2, $3)
   ON CONFLICT (account_id) DO UPDATE SET language = $2, choices = $3`,
);
const notifications = rowMapper<Notification>(
  ["id", "membershipId", "eventId", "kind", "reviewId", "facts", "createdAt"],
  ["gapId", "actorId", "mailId"],
);
const insert = statement(
  `${notifications.insertInto("notifications").text} ON CONFLICT (membership_id, event_id) DO NOTHING`,
);
// Locked, so that two processes do not send the same.
const takeForDigest = statement(
  `WITH one AS (SELECT membership_id FROM notifications WHERE mail_id IS NULL AND created_at < $1
                 ORDER BY created_at, membership_id LIMIT 1 FOR UPDATE SKIP LOCKED)
   UPDATE notifications n SET mail_id = $2 FROM one
    WHERE n.membership_id = one.membership_id AND n.mail_id IS NULL AND n.created_at < $1
    RETURNING n.membership_id AS "membershipId"`,
);
const removeOld = statement("DELETE FROM notifications WHERE created_at < $1");
const removeOldMails = statement("DELETE FROM mails WHERE created_at < $1");

const insertMail = statement("INSERT INTO mails (id, membership_id, created_at) VALUES ($1, $2, $3)");
const insertInvitationMail = statement(
  "INSERT INTO mails (id, invitation_id, language, token, created_at) VALUES ($1, $2, $3, $4, $5)",
);
const findMail = statement(
  `SELECT a.email AS to, a.name, s.language, coalesce(c.name, p.name) AS "organisationName"
     FROM mails x JOIN memberships m ON m.id = x.membership_id JOIN accounts a ON a.id = m.account_id
     LEFT JOIN notification_settings s ON s.account_id = a.id
     LEFT JOIN companies c ON c.id = m.company_id LEFT JOIN partners p ON p.id = m.partner_id
    WHERE x.id = $1`,
);
const findInvitationMail = statement(
  `SELECT i.email AS to, i.name, x.language, coalesce(c.name, p.name) AS "organisationName", x.token, i.expires_at AS "expiresAt"
     FROM mails x JOIN invitations i ON i.id = x.invitation_id
     LEFT JOIN companies c ON c.id = i.company_id LEFT JOIN partners p ON p.id = i.partner_id
    WHERE x.id = $1 AND i.expires_at > $2`,
);
const listOfMail = statement(
  `SELECT n.kind, n.facts, n.review_id AS "reviewId", r.name AS "reviewName", g.id AS "gapId", d.file_name AS "fileName",
          (SELECT a.name FROM accounts a WHERE a.id = n.actor_id) AS "actorName",
          coalesce(t.definition #>> ARRAY['translations', $2::text, 'criteria', g.criterion_key, 'statement'], g.statement) AS statement,
          concat(c.code, ' ', t.definition ->> 'externalId', ': ',
                 coalesce(t.definition #>> ARRAY['translations', $2::text, 'name'], t.name)) AS title
     FROM notifications n JOIN compliance_reviews r ON r.id = n.review_id JOIN controls c ON c.id = r.control_id
     LEFT JOIN gaps g ON g.id = n.gap_id LEFT JOIN documents d ON d.id = g.document_id
     LEFT JOIN document_items i ON i.id = g.item_id
     LEFT JOIN control_item_revisions t ON t.control_item_id = i.control_item_id AND t.revision = i.revision
    WHERE n.mail_id = $1 ORDER BY n.id`,
);
const beginMail = statement("UPDATE mails SET begun_at = $2 WHERE id = $1 AND begun_at IS NULL");
const reopenMail = statement("UPDATE mails SET begun_at = NULL WHERE id = $1");
const removeMail = statement("DELETE FROM mails WHERE id = $1");

/** A mail that could not be sent for so long is of no use any more. */
const mailDays = 3;
/** Longer than any digest waits. */
const notificationDays = 30;
const daySeconds = 86_400;

interface NotificationRow extends Omit<NamedNotification, "gap" | "actorName"> {
  actorName: string | null;
  gapId: Id | null;
  title: string;
  statement: string | null;
  fileName: string | null;
}

const toNamed = ({
  kind,
  facts,
  actorName,
  reviewId,
  reviewName,
  gapId,
  title,
  statement: text,
  fileName,
}: NotificationRow) => ({
  ...{ kind, facts, actorName: actorName ?? undefined, reviewId, reviewName },
  gap: gapId === null ? undefined : { id: gapId, title, statement: text ?? "", fileName: fileName ?? "" },
});

export function notificationStore(run: QueryRunner, encryption: Encryption): NotificationStore {
  async function readNotifications(id: Id): Promise<MailContent | undefined> {
    type Row = { to: string; name: string; language: MailLanguage | null; organisationName: string | null };
    const mail = await firstRow<Row>(run, findMail, [id]);
    if (mail === undefined) return undefined;
    const language = mail.language ?? defaultSettings.language;
    const found = (await rows<NotificationRow>(run, listOfMail, [id, language])).map(toNamed);
    if (found.length === 0) return undefined;
    const { to, name, organisationName } = mail;
    const isDigest = found.length > 1;
    return {
      ...{ kind: "notifications", to, name, language, isDigest },
      ...{ organisationName: organisationName ?? "Assay", notifications: found },
    };
  }

  return {
    async listRecipients(companyId, accountIds) {
      type Row = StoredSettings & { membershipId: Id; accountId: Id };
      const found = await rows<Row>(run, listRecipients, [companyId, accountIds]);
      return found.map(({ membershipId, accountId, ...stored }) => ({
        ...{ membershipId, accountId, settings: toSettings(stored) },
      }));
    },
    async findSettings(accountId) {
      const stored = await firstRow<StoredSettings>(run, findSettings, [accountId]);
      return stored === undefined ? defaultSettings : toSettings(stored);
    },
    saveSettings: (accountId, { language, choices }) =>
      execute(run, saveSettings, [accountId, language, JSON.stringify(choices)]),
    insert: async (one) => (await countAffected(run, insert, notifications.values(one))) > 0,
    takeForDigest: (before, mailId) => firstRow(run, takeForDigest, [before, mailId]),
    async removeOld(now) {
      await execute(run, removeOld, [secondsAfter(now, -notificationDays * daySeconds)]);
      await execute(run, removeOldMails, [secondsAfter(now, -mailDays * daySeconds)]);
    },
    insertMail: ({ id, membershipId, createdAt }) => execute(run, insertMail, [id, membershipId, createdAt]),
    insertInvitationMail: ({ id, invitationId, language, token, createdAt }) =>
      execute(run, insertInvitationMail, [id, invitationId, language, encryption.encrypt(token), createdAt]),
    async readMail(id, now) {
      const ofPerson = await readNotifications(id);
      if (ofPerson !== undefined) return ofPerson;
      type Row = Extract<MailContent, { kind: "invitation" }> & { organisationName: string | null; token: Buffer };
      const mail = await firstRow<Row>(run, findInvitationMail, [id, now]);
      if (mail === undefined) return undefined;
      const { to, name, language, organisationName, token, expiresAt } = mail;
      return {
        ...{ kind: "invitation", to, name, language, organisationName: organisationName ?? undefined },
        ...{ token: encryption.decrypt(token), expiresAt },
      };
    },
    beginMail: async (id, at) => (await countAffected(run, beginMail, [id, at])) > 0,
    reopenMail: (id) => execute(run, reopenMail, [id]),
    removeMail: (id) => execute(run, removeMail, [id]),
  };
}
