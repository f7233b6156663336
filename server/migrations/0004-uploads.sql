-- Upload sessions with their files and chunks, and the bookkeeping of blobs.

CREATE TABLE upload_sessions (
  id ulid PRIMARY KEY,
  company_id ulid NOT NULL REFERENCES companies,
  status text NOT NULL CHECK (status IN ('pending', 'uploading', 'completed', 'expired', 'cancelled')),
  -- the submission as planned when the session was started
  submission jsonb NOT NULL,
  is_consolidated boolean NOT NULL,
  review_id ulid REFERENCES compliance_reviews,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX upload_sessions_open ON upload_sessions (expires_at) WHERE status IN ('pending', 'uploading');
-- Retention erases sessions that ended without a document by their age.
CREATE INDEX upload_sessions_ended ON upload_sessions (expires_at) WHERE status IN ('expired', 'cancelled');
CREATE INDEX upload_sessions_of_company ON upload_sessions (company_id);
CREATE INDEX upload_sessions_of_review ON upload_sessions (review_id) WHERE review_id IS NOT NULL;
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
  -- numbers the attempts to send any chunk of this file, so that concurrent attempts at one chunk are distinct
  attempts integer NOT NULL DEFAULT 0,
  -- given by the caller; checked when the file is complete, with the hash's state carried from chunk to chunk
  sha256 bytea,
  sha256_state bytea,
  blob_key text NOT NULL,
  -- what the blob store needs to receive further parts
  blob_upload text NOT NULL,
  document_id ulid REFERENCES documents
);
CREATE INDEX upload_files_of_session ON upload_files (session_id, position);
CREATE INDEX upload_files_of_document ON upload_files (document_id) WHERE document_id IS NOT NULL;

CREATE TABLE upload_chunks (
  file_id ulid NOT NULL REFERENCES upload_files,
  chunk_index integer NOT NULL,
  -- null where the blob store can read the chunk back
  sha256 bytea,
  -- what the blob store needs to assemble the parts
  receipt text NOT NULL,
  PRIMARY KEY (file_id, chunk_index)
);

-- A row is written before the first byte of a blob, and deleted in the transaction that makes the blob part of a
-- document. Rows past remove_after belong to expired, cancelled or crashed submissions and are removed with their bytes.
CREATE TABLE unclaimed_blobs (
  blob_key text PRIMARY KEY,
  blob_upload text NOT NULL,
  remove_after timestamptz NOT NULL,
  -- set when the company is being erased, which waits for its own blobs only
  company_id ulid
);
CREATE INDEX unclaimed_blobs_by_time ON unclaimed_blobs (remove_after);
CREATE INDEX unclaimed_blobs_of_company ON unclaimed_blobs (company_id, blob_key) WHERE company_id IS NOT NULL;

-- The data key of each encrypted blob, wrapped by the master key with that id; a blob without a row is not encrypted.
-- Stored here and not with the bytes: a change of master keys rewrites only these rows, on disk and in S3 alike.
CREATE TABLE blob_keys (
  blob_key text PRIMARY KEY,
  key_id text NOT NULL,
  wrapped bytea NOT NULL
);
