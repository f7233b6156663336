-- Partners, companies, keys, portal sessions, rate limits, idempotent requests and the audit log.

-- Collation "C": ids sort by their bytes, and so by their time.
CREATE DOMAIN ulid AS text COLLATE "C" CHECK (VALUE ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$');

CREATE TABLE instance_settings (
  name text PRIMARY KEY,
  value text NOT NULL
);

CREATE TABLE partners (
  id ulid PRIMARY KEY,
  name text NOT NULL,
  -- null: every framework, including those added later
  framework_ids text[],
  -- null: every control of those frameworks
  control_ids text[],
  partner_per_minute integer,
  company_per_minute integer,
  submissions_per_hour integer,
  created_at timestamptz NOT NULL
);

CREATE TABLE companies (
  id ulid PRIMARY KEY,
  partner_id ulid NOT NULL REFERENCES partners,
  name text NOT NULL,
  legal_name text NOT NULL,
  country text,
  tax_id text,
  phone text,
  address text,
  postal_code text,
  city text,
  -- once set, nobody can see the company; its row is deleted last, when nothing refers to it
  erasing_since timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz
);
CREATE INDEX companies_of_partner ON companies (partner_id, id DESC);

CREATE TABLE business_entities (
  id ulid PRIMARY KEY,
  company_id ulid NOT NULL REFERENCES companies,
  name text NOT NULL,
  description text,
  is_archived boolean NOT NULL,
  is_approved boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz
);
CREATE INDEX business_entities_of_company ON business_entities (company_id, id DESC);

CREATE TABLE api_keys (
  id ulid PRIMARY KEY,
  tier text NOT NULL CHECK (tier IN ('partner', 'company')),
  partner_id ulid NOT NULL REFERENCES partners,
  company_id ulid REFERENCES companies,
  hash bytea NOT NULL UNIQUE,
  prefix text NOT NULL,
  last_four text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  CHECK ((tier = 'company') = (company_id IS NOT NULL))
);
CREATE INDEX api_keys_of_partner ON api_keys (partner_id, id DESC) WHERE company_id IS NULL;
CREATE INDEX api_keys_of_company ON api_keys (company_id, id DESC) WHERE company_id IS NOT NULL;

-- In the database, so that every node accepts a session and sees its end.
CREATE TABLE portal_sessions (
  id ulid PRIMARY KEY,
  -- of the cookie's value, which is not stored
  hash bytea NOT NULL UNIQUE,
  tier text NOT NULL CHECK (tier IN ('admin', 'partner', 'company')),
  -- the key the session was started with; revoking the key ends the session
  key_hash bytea REFERENCES api_keys (hash),
  -- HMAC of the administrator token, keyed by the cookie's value: ties the session to the token without storing its hash
  token_proof bytea,
  created_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CHECK ((tier = 'admin') = (key_hash IS NULL)),
  CHECK ((tier = 'admin') = (token_proof IS NOT NULL))
);
CREATE INDEX portal_sessions_of_key ON portal_sessions (key_hash);
CREATE INDEX portal_sessions_by_expiry ON portal_sessions (expires_at);

-- Lost when PostgreSQL crashes, which only restarts the current minute.
CREATE UNLOGGED TABLE rate_windows (
  subject text PRIMARY KEY,
  used bigint NOT NULL,
  ends_at timestamptz NOT NULL
);

CREATE TABLE idempotent_requests (
  owner text NOT NULL,
  key text NOT NULL,
  fingerprint bytea NOT NULL,
  claim_id ulid NOT NULL,
  lease_until timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- encrypted: an answer may hold an API key that is shown only once
  answer bytea,
  PRIMARY KEY (owner, key)
);
CREATE INDEX idempotent_requests_by_expiry ON idempotent_requests (expires_at);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

-- A transaction that sets assay.erasing may delete entries, and clear the addresses of an erased company's people.
CREATE FUNCTION refuse_change_of_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('assay.erasing', true) = 'on' THEN
    IF TG_OP = 'DELETE' THEN
      RETURN OLD;
    END IF;
    OLD.address := NULL;
    IF NEW IS NOT DISTINCT FROM OLD THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

-- No foreign keys: the log outlives what its entries refer to.
CREATE TABLE audit_log (
  id ulid PRIMARY KEY,
  at timestamptz NOT NULL,
  actor_tier text NOT NULL,
  actor_key_id ulid,
  partner_id ulid,
  company_id ulid,
  action text NOT NULL,
  subject_id ulid NOT NULL,
  details jsonb NOT NULL,
  address text,
  request_id text NOT NULL
);
CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_log();
CREATE TRIGGER audit_log_is_never_emptied BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- One index for each filter, newest first.
CREATE INDEX audit_log_by_action ON audit_log (action, id);
CREATE INDEX audit_log_by_tier ON audit_log (actor_tier, id);
CREATE INDEX audit_log_by_subject ON audit_log (subject_id, id);
CREATE INDEX audit_log_by_request ON audit_log (request_id, id);
CREATE INDEX audit_log_by_key ON audit_log (actor_key_id, id) WHERE actor_key_id IS NOT NULL;
CREATE INDEX audit_log_by_partner ON audit_log (partner_id, id) WHERE partner_id IS NOT NULL;
CREATE INDEX audit_log_by_company ON audit_log (company_id, id) WHERE company_id IS NOT NULL;
-- A few actions and tiers make up most of the log, so the planner's own estimate makes it scan for a rare one. With a
-- higher estimate it uses the index, which costs almost nothing more for the common ones.
ALTER TABLE audit_log
  ALTER COLUMN action SET (n_distinct = 100),
  ALTER COLUMN actor_tier SET (n_distinct = 100);
