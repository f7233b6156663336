-- Tenancy, keys, catalogue, reviews, audit log, limits and idempotent answers.

-- Collation "C": ids sort by their bytes, which is by their time.
CREATE DOMAIN ulid AS text COLLATE "C" CHECK (VALUE ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$');

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE TABLE instance_settings (
  name text PRIMARY KEY,
  value text NOT NULL
);

CREATE TABLE frameworks (
  id ulid PRIMARY KEY,
  code text NOT NULL UNIQUE,
  name text NOT NULL,
  version text NOT NULL,
  sha256 bytea NOT NULL,
  -- of the version that last came with the product; differs from sha256 once the administrator has loaded another
  shipped_sha256 bytea,
  created_at timestamptz NOT NULL,
  updated_at timestamptz
);

CREATE TABLE controls (
  id ulid PRIMARY KEY,
  framework_id ulid NOT NULL REFERENCES frameworks,
  position integer NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  -- source, expected document kind and terms, as the catalogue file gives them
  definition jsonb NOT NULL
);
CREATE INDEX controls_of_framework ON controls (framework_id);

CREATE TABLE clusters (
  id ulid PRIMARY KEY,
  control_id ulid NOT NULL REFERENCES controls,
  position integer NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  is_archived boolean NOT NULL,
  -- the administrator's word outlives every load of the catalogue
  is_archived_by_admin boolean
);
CREATE INDEX clusters_of_control ON clusters (control_id);

CREATE TABLE control_items (
  id ulid PRIMARY KEY,
  control_id ulid NOT NULL REFERENCES controls,
  cluster_id ulid NOT NULL REFERENCES clusters,
  position integer NOT NULL,
  external_id text NOT NULL,
  revision integer NOT NULL,
  is_obsolete boolean NOT NULL,
  is_obsolete_by_admin boolean
);
CREATE INDEX control_items_of_control ON control_items (control_id);
CREATE INDEX control_items_of_cluster ON control_items (cluster_id);

-- Results point at a revision, so that a changed catalogue never alters what was already produced.
CREATE TABLE control_item_revisions (
  control_item_id ulid NOT NULL REFERENCES control_items DEFERRABLE INITIALLY DEFERRED,
  revision integer NOT NULL,
  name text NOT NULL,
  objective text NOT NULL,
  definition jsonb NOT NULL,
  sha256 bytea NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (control_item_id, revision)
);
CREATE TRIGGER control_item_revisions_are_final BEFORE UPDATE OR DELETE ON control_item_revisions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE partners (
  id ulid PRIMARY KEY,
  name text NOT NULL,
  -- null: every framework, also those added later
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

CREATE TABLE compliance_reviews (
  id ulid PRIMARY KEY,
  company_id ulid NOT NULL REFERENCES companies,
  business_entity_id ulid NOT NULL REFERENCES business_entities,
  framework_id ulid NOT NULL REFERENCES frameworks,
  control_id ulid NOT NULL REFERENCES controls,
  name text NOT NULL,
  scope text NOT NULL,
  review_date timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz
);
CREATE INDEX compliance_reviews_of_company ON compliance_reviews (company_id, id DESC);

-- No foreign keys: the log outlives what it speaks of.
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
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_is_never_emptied BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Lost in a crash of PostgreSQL, which only means that the current minute starts anew.
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
  -- encrypted: an answer may hold a key that is shown once
  answer bytea,
  PRIMARY KEY (owner, key)
);
CREATE INDEX idempotent_requests_by_expiry ON idempotent_requests (expires_at);
