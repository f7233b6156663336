-- Submissions: upload sessions with their files and chunks, documents with their files and items.

CREATE TABLE documents (
  id ulid PRIMARY KEY,
  company_id ulid NOT NULL REFERENCES companies,
  review_id ulid NOT NULL REFERENCES compliance_reviews,
  status text NOT NULL CHECK (status IN ('queued', 'processing', 'completed', 'failed')),
  file_name text NOT NULL,
  audit_language text NOT NULL,
  page_count integer NOT NULL,
  failure_reason text,
  created_at timestamptz NOT NULL,
  processed_at timestamptz,
  CHECK ((status IN ('completed', 'failed')) = (processed_at IS NOT NULL)),
  CHECK ((status = 'failed') = (failure_reason IS NOT NULL))
);
CREATE INDEX documents_of_company ON documents (company_id, id DESC);
CREATE INDEX documents_of_review ON documents (review_id, id DESC);

-- "Forward only, enforced in the database."
CREATE FUNCTION refuse_backward_status() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  allowed jsonb := TG_ARGV[0]::jsonb;
BEGIN
  IF NEW.status <> OLD.status AND NOT coalesce(allowed -> OLD.status ? NEW.status, false) THEN
    RAISE EXCEPTION '% cannot go from % to %', TG_TABLE_NAME, OLD.status, NEW.status USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER documents_go_forward BEFORE UPDATE OF status ON documents FOR EACH ROW
  EXECUTE FUNCTION refuse_backward_status('{"queued": ["processing", "completed", "failed"], "processing": ["completed", "failed"]}');

CREATE TABLE document_files (
  id ulid PRIMARY KEY,
  document_id ulid NOT NULL REFERENCES documents,
  position integer NOT NULL,
  file_name text NOT NULL,
  size_bytes bigint NOT NULL,
  -- under which name the blob store keeps the bytes
  blob_key text NOT NULL
);
CREATE INDEX document_files_of_document ON document_files (document_id, position);

CREATE TABLE document_items (
  id ulid PRIMARY KEY,
  document_id ulid NOT NULL REFERENCES documents,
  position integer NOT NULL,
  control_item_id ulid NOT NULL,
  revision integer NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'completed', 'failed')),
  FOREIGN KEY (control_item_id, revision) REFERENCES control_item_revisions (control_item_id, revision)
);
CREATE INDEX document_items_of_document ON document_items (document_id, position);
CREATE TRIGGER document_items_go_forward BEFORE UPDATE OF status ON document_items FOR EACH ROW
  EXECUTE FUNCTION refuse_backward_status('{"pending": ["completed", "failed"]}');

CREATE TABLE upload_sessions (
  id ulid PRIMARY KEY,
  company_id ulid NOT NULL REFERENCES companies,
  status text NOT NULL CHECK (status IN ('pending', 'uploading', 'completed', 'expired', 'cancelled')),
  -- the submission as it was decided when the session was started
  submission jsonb NOT NULL,
  is_consolidated boolean NOT NULL,
  review_id ulid REFERENCES compliance_reviews,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX upload_sessions_open ON upload_sessions (expires_at) WHERE status IN ('pending', 'uploading');
CREATE TRIGGER upload_sessions_go_forward BEFORE UPDATE OF status ON upload_sessions FOR EACH ROW
  EXECUTE FUNCTION refuse_backward_status(
    '{"pending": ["uploading", "completed", "expired", "cancelled"], "uploading": ["completed", "expired", "cancelled"]}');

CREATE TABLE upload_files (
  id ulid PRIMARY KEY,
  session_id ulid NOT NULL REFERENCES upload_sessions,
  position integer NOT NULL,
  file_name text NOT NULL,
  size_bytes bigint NOT NULL,
  chunk_size_bytes bigint NOT NULL,
  total_chunks integer NOT NULL,
  received_chunks integer NOT NULL,
  -- how often a chunk of this file was begun; tells concurrent tries at the same chunk apart
  attempts integer NOT NULL,
  -- given by the caller: checked when the file is whole, by carrying the hash's state from chunk to chunk
  sha256 bytea,
  sha256_state bytea,
  blob_key text NOT NULL,
  -- what the blob store needs to take further parts
  blob_upload text NOT NULL,
  document_id ulid REFERENCES documents
);
CREATE INDEX upload_files_of_session ON upload_files (session_id, position);

CREATE TABLE upload_chunks (
  file_id ulid NOT NULL REFERENCES upload_files,
  chunk_index integer NOT NULL,
  -- absent where the blob store can read the chunk back
  sha256 bytea,
  -- what the blob store needs to put the parts together
  receipt text NOT NULL,
  PRIMARY KEY (file_id, chunk_index)
);

-- Written before the first byte of a blob and deleted with the commit that makes it part of a document. What is still
-- here when its time has come is the rest of an expired, cancelled or crashed submission, and is removed with its bytes.
CREATE TABLE unclaimed_blobs (
  blob_key text PRIMARY KEY,
  blob_upload text NOT NULL,
  remove_after timestamptz NOT NULL
);
CREATE INDEX unclaimed_blobs_by_time ON unclaimed_blobs (remove_after);

-- What happened that a company may want to be told of; deliveries come from here.
CREATE TABLE events (
  id ulid PRIMARY KEY,
  company_id ulid NOT NULL REFERENCES companies,
  type text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX events_of_company ON events (company_id, id DESC);
