-- Events, one webhook for each company, one delivery for each event it subscribes to, and every attempt.

CREATE TABLE events (
  id ulid PRIMARY KEY,
  company_id ulid NOT NULL REFERENCES companies,
  type text NOT NULL,
  data jsonb NOT NULL,
  -- the request that caused the event, so that a delivery can be traced through the logs
  request_id text,
  created_at timestamptz NOT NULL
);
CREATE INDEX events_of_company ON events (company_id, id DESC);

CREATE TABLE webhooks (
  id ulid PRIMARY KEY,
  company_id ulid NOT NULL UNIQUE REFERENCES companies,
  url text NOT NULL,
  event_types text[] NOT NULL,
  is_active boolean NOT NULL,
  -- encrypted; for a while after a rotation the previous secret signs as well
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_secret_until timestamptz,
  -- the first failed attempt since the last success
  failing_since timestamptz,
  last_delivered_at timestamptz,
  -- why and when the service disabled the webhook
  disabled_reason text CHECK (disabled_reason IN ('gone', 'failing')),
  disabled_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz,
  CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL)),
  CHECK ((disabled_reason IS NULL) = (disabled_at IS NULL)),
  CHECK (disabled_at IS NULL OR NOT is_active)
);

-- Written by the statement that writes its event, and removed with the event, whose id it shares. A row sees one insert
-- and usually one update: as few indexes as possible, and no foreign keys.
CREATE TABLE webhook_deliveries (
  company_id ulid NOT NULL,
  event_id ulid NOT NULL,
  -- once delivered, an event stays delivered, whatever happens to its replays
  status text NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
  -- null: no attempt is due
  next_attempt_at timestamptz,
  -- failed attempts since the event or its latest replay; determines the next delay
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
  -- null: the attempt succeeded
  error text,
  -- of failures only, at most the first 1 KiB
  response_start text
);
CREATE INDEX webhook_attempts_of_delivery ON webhook_attempts (event_id, at);
-- Rows arrive in order of time, so a BRIN index is enough to find old ones.
CREATE INDEX webhook_attempts_by_time ON webhook_attempts USING brin (at);
