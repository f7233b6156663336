-- Webhooks: one registration for each company, one delivery for each event it wants, every attempt at it.

CREATE TABLE webhooks (
  id ulid PRIMARY KEY,
  company_id ulid NOT NULL UNIQUE REFERENCES companies,
  url text NOT NULL,
  event_types text[] NOT NULL,
  is_active boolean NOT NULL,
  -- encrypted; after a rotation the secret before it signs as well for a while
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_secret_until timestamptz,
  -- the first of the attempts that failed without a success since
  failing_since timestamptz,
  last_delivered_at timestamptz,
  -- why and when the service itself switched it off
  disabled_reason text CHECK (disabled_reason IN ('gone', 'failing')),
  disabled_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz,
  CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL)),
  CHECK ((disabled_reason IS NULL) = (disabled_at IS NULL)),
  CHECK (disabled_at IS NULL OR NOT is_active)
);

-- Written by the statement that writes its event, and removed with it; it has the event's id, which is what receivers know
-- it by. A row lives through one insert and, mostly, one update: as few indexes as the work allows, and no foreign keys.
CREATE TABLE webhook_deliveries (
  company_id ulid NOT NULL,
  event_id ulid NOT NULL,
  -- an event that was delivered once stays delivered, whatever becomes of its replays
  status text NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
  -- null: nothing is to be done
  next_attempt_at timestamptz,
  -- attempts that failed since the event or its latest replay; choose the next pause
  failures integer NOT NULL,
  delivered_at timestamptz,
  PRIMARY KEY (company_id, event_id)
) WITH (autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (company_id, next_attempt_at, event_id)
  WHERE next_attempt_at IS NOT NULL;

CREATE TABLE webhook_attempts (
  event_id ulid NOT NULL,
  at timestamptz NOT NULL,
  duration_milliseconds integer NOT NULL,
  status_code integer,
  -- null: it was a success
  error text,
  -- at most the first 1 KiB, of failures only
  response_start text
);
CREATE INDEX webhook_attempts_of_delivery ON webhook_attempts (event_id, at);
-- Rows arrive in the order of their time, so the smallest of indexes finds the old ones.
CREATE INDEX webhook_attempts_by_time ON webhook_attempts USING brin (at);
