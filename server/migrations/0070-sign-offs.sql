-- A person signs a whole review off; until somebody reopens it, nothing is added to it and nothing decided in it.

CREATE TABLE sign_offs (
  id ulid PRIMARY KEY,
  company_id ulid NOT NULL,
  review_id ulid NOT NULL REFERENCES compliance_reviews ON DELETE CASCADE,
  -- NULL: none was given
  statement text,
  -- of the review at that time
  score numeric(4, 1),
  decided_score numeric(4, 1),
  -- the documents that counted: their number, and the hash of their ids
  document_count integer NOT NULL,
  documents_sha256 text NOT NULL,
  author_kind text NOT NULL,
  author_id ulid NOT NULL,
  author_name text NOT NULL,
  signed_off_at timestamptz NOT NULL,
  reopened_at timestamptz,
  reopened_by_kind text,
  reopened_by_id ulid,
  reopened_by_name text,
  reopening_reason text,
  CHECK ((reopened_at IS NULL) = (reopened_by_id IS NULL)),
  CHECK ((reopened_at IS NULL) = (reopening_reason IS NULL))
);
CREATE UNIQUE INDEX sign_offs_current ON sign_offs (review_id) WHERE reopened_at IS NULL;
CREATE INDEX sign_offs_of_review ON sign_offs (review_id, id DESC);
CREATE INDEX sign_offs_of_company ON sign_offs (company_id, id);

-- Places in the same chain as the records of documents and decisions: positions are unique across the three tables.
CREATE TABLE sign_off_records (
  company_id ulid NOT NULL REFERENCES companies,
  position integer NOT NULL,
  sign_off_id ulid NOT NULL,
  -- the canonical JSON, byte for byte as hashed; it contains the hash of the record before it
  record text NOT NULL,
  sha256 bytea NOT NULL,
  PRIMARY KEY (company_id, position)
);
CREATE INDEX sign_off_records_of_sign_off ON sign_off_records (sign_off_id, position);
CREATE TRIGGER sign_off_records_are_append_only BEFORE UPDATE OR DELETE ON sign_off_records
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_record();
CREATE TRIGGER sign_off_records_are_never_emptied BEFORE TRUNCATE ON sign_off_records
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
