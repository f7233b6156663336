-- What people are told by mail, and which of it each person chose.

CREATE TABLE notifications (
  id ulid PRIMARY KEY,
  membership_id ulid NOT NULL REFERENCES memberships ON DELETE CASCADE,
  -- of the webhook event of the same occasion
  event_id ulid NOT NULL,
  kind text NOT NULL,
  review_id ulid NOT NULL,
  gap_id ulid REFERENCES gaps ON DELETE CASCADE,
  -- who caused it; NULL for a key and for the service
  actor_id ulid REFERENCES accounts ON DELETE SET NULL,
  -- the due date, or the scores before and after
  facts jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  -- NULL: it waits for the next digest
  mail_id ulid,
  -- nobody is told twice of the same
  UNIQUE (membership_id, event_id)
);
CREATE INDEX notifications_of_gap ON notifications (gap_id) WHERE gap_id IS NOT NULL;
CREATE INDEX notifications_by_actor ON notifications (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX notifications_of_mail ON notifications (mail_id, id) WHERE mail_id IS NOT NULL;
CREATE INDEX notifications_waiting ON notifications (created_at, membership_id) WHERE mail_id IS NULL;
CREATE INDEX notifications_by_time ON notifications (created_at);

CREATE TABLE notification_settings (
  account_id ulid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  language text NOT NULL,
  -- 'instant', 'daily' or 'off' by kind
  choices jsonb NOT NULL
);

-- A mail that is to be sent. The row is deleted when the mail server has it.
CREATE TABLE mails (
  id ulid PRIMARY KEY,
  -- of the notifications
  membership_id ulid REFERENCES memberships ON DELETE CASCADE,
  -- of an invitation, whose id changes when it is replaced: such a mail is not sent
  invitation_id ulid,
  language text,
  -- of the invitation's link, encrypted
  token bytea,
  created_at timestamptz NOT NULL,
  -- since then the mail server may have it: it is not sent again after a crash
  begun_at timestamptz,
  CHECK ((membership_id IS NULL) <> (invitation_id IS NULL))
);
CREATE INDEX mails_of_membership ON mails (membership_id) WHERE membership_id IS NOT NULL;
CREATE INDEX mails_of_invitation ON mails (invitation_id) WHERE invitation_id IS NOT NULL;
CREATE INDEX mails_by_time ON mails (created_at);
