-- Reviews, documents with their files and items, and the chain of records.

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
CREATE INDEX compliance_reviews_of_entity ON compliance_reviews (business_entity_id);

-- "Forward only, enforced in the database." The trigger's argument maps each status to those that may follow it.
CREATE FUNCTION refuse_backward_status() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  allowed jsonb := TG_ARGV[0]::jsonb;
BEGIN
  IF NEW.status <> OLD.status AND NOT coalesce(allowed -> OLD.status ? NEW.status, false) THEN
    RAISE EXCEPTION '% cannot go from % to %', TG_TABLE_NAME, OLD.status, NEW.status USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TABLE documents (
  id ulid PRIMARY KEY,
  company_id ulid NOT NULL REFERENCES companies,
  review_id ulid NOT NULL REFERENCES compliance_reviews,
  status text NOT NULL CHECK (status IN ('queued', 'processing', 'completed', 'failed')),
  file_name text NOT NULL,
  audit_language text NOT NULL,
  page_count integer NOT NULL,
  failure_reason text,
  -- round-robin between companies: documents of a lower round are processed first (docs/decisions/0009)
  queue_round integer NOT NULL DEFAULT 0,
  -- the run that may write results; an earlier run, whose worker was believed dead, has its writes refused
  run_id ulid,
  -- consecutive runs that were interrupted without making progress
  attempts integer NOT NULL DEFAULT 0,
  pages_done integer NOT NULL DEFAULT 0,
  pages_found integer NOT NULL DEFAULT 0,
  -- the engine, catalogue and settings that produced the findings
  engine jsonb,
  -- the failed document that this one repeats; each document is repeated at most once
  retry_of ulid UNIQUE REFERENCES documents,
  -- set when retention has erased them; blob keys and page ranges stay, because findings refer to pages by them
  originals_erased_at timestamptz,
  pages_erased_at timestamptz,
  created_at timestamptz NOT NULL,
  processed_at timestamptz,
  CHECK ((status IN ('completed', 'failed')) = (processed_at IS NOT NULL)),
  CHECK ((status = 'failed') = (failure_reason IS NOT NULL))
);
CREATE INDEX documents_of_company ON documents (company_id, id DESC);
CREATE INDEX documents_of_review ON documents (review_id, id DESC);
CREATE INDEX documents_queued ON documents (created_at) WHERE status = 'queued';
CREATE INDEX documents_processing ON documents (id) WHERE status = 'processing';
CREATE INDEX documents_waiting ON documents (queue_round) WHERE status IN ('queued', 'processing');
CREATE INDEX documents_waiting_of_company ON documents (company_id, queue_round) WHERE status IN ('queued', 'processing');
CREATE INDEX documents_failed ON documents (id DESC) WHERE status = 'failed';
CREATE INDEX documents_by_end ON documents (processed_at) WHERE processed_at IS NOT NULL;
CREATE INDEX documents_with_originals ON documents (processed_at)
  WHERE processed_at IS NOT NULL AND originals_erased_at IS NULL;
CREATE INDEX documents_with_pages ON documents (processed_at) WHERE processed_at IS NOT NULL AND pages_erased_at IS NULL;
CREATE TRIGGER documents_go_forward BEFORE UPDATE OF status ON documents FOR EACH ROW
  EXECUTE FUNCTION refuse_backward_status('{"queued": ["processing", "completed", "failed"], "processing": ["completed", "failed"]}');

CREATE TABLE document_files (
  id ulid PRIMARY KEY,
  document_id ulid NOT NULL REFERENCES documents,
  -- the container of a file that was found inside another: an archive's member, a mail's attachment
  parent_id ulid REFERENCES document_files,
  position integer NOT NULL,
  -- "2.1" is the first member of the second file
  place text NOT NULL,
  file_name text NOT NULL,
  display_name text NOT NULL,
  size_bytes bigint,
  -- only of submitted files; members are read from their container
  blob_key text,
  sha256 bytea,
  reading text NOT NULL DEFAULT 'unread' CHECK (reading IN ('unread', 'read', 'failed')),
  failure_reason text,
  page_count integer NOT NULL DEFAULT 0,
  pages_done integer NOT NULL DEFAULT 0,
  title text,
  language text,
  is_rendered boolean NOT NULL DEFAULT false,
  -- pages whose text came from optical recognition, and its mean confidence, 0 to 100
  recognised_pages integer NOT NULL DEFAULT 0,
  recognition_confidence real,
  -- a blob of gzip members, each a run of pages; page_ranges holds the byte ranges of this file's pages
  pages_blob_key text,
  page_ranges jsonb,
  CHECK ((parent_id IS NULL) = (blob_key IS NOT NULL)),
  CHECK ((reading = 'failed') = (failure_reason IS NOT NULL)),
  CHECK ((pages_blob_key IS NULL) = (page_ranges IS NULL)),
  UNIQUE (document_id, place)
);
CREATE INDEX document_files_of_document ON document_files (document_id, position);
CREATE INDEX document_files_of_parent ON document_files (parent_id) WHERE parent_id IS NOT NULL;
-- Before a blob is removed, these answer whether a document still needs it.
CREATE INDEX document_files_by_blob ON document_files (blob_key) WHERE blob_key IS NOT NULL;
CREATE INDEX document_files_by_pages_blob ON document_files (pages_blob_key) WHERE pages_blob_key IS NOT NULL;

CREATE TABLE document_items (
  id ulid PRIMARY KEY,
  document_id ulid NOT NULL REFERENCES documents,
  position integer NOT NULL,
  control_item_id ulid NOT NULL,
  revision integer NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'completed', 'failed')),
  score numeric(4, 1) CHECK (score BETWEEN 0 AND 100),
  findings jsonb,
  failure_reason text,
  judged_at timestamptz,
  FOREIGN KEY (control_item_id, revision) REFERENCES control_item_revisions (control_item_id, revision),
  CHECK ((status = 'completed') = (score IS NOT NULL)),
  CHECK ((status = 'completed') = (findings IS NOT NULL)),
  CHECK ((status = 'failed') = (failure_reason IS NOT NULL)),
  CHECK ((status = 'pending') = (judged_at IS NULL))
);
CREATE INDEX document_items_of_document ON document_items (document_id, position);
CREATE TRIGGER document_items_go_forward BEFORE UPDATE OF status ON document_items FOR EACH ROW
  EXECUTE FUNCTION refuse_backward_status('{"pending": ["completed", "failed"]}');

-- The end of a company's chain. A process that appends locks this row, so that parallel workers form one chain.
CREATE TABLE record_chains (
  company_id ulid PRIMARY KEY REFERENCES companies,
  length integer NOT NULL,
  -- of the latest record
  sha256 bytea
);

-- One record for each document that has ended, chained by hash per company. A record holds no text of its document and
-- outlives it, so there is no foreign key.
CREATE TABLE document_records (
  company_id ulid NOT NULL REFERENCES companies,
  -- counts from 1 within the company
  position integer NOT NULL,
  document_id ulid NOT NULL UNIQUE,
  document_erased_at timestamptz,
  -- the canonical JSON, byte for byte as hashed; it contains the hash of the record before it
  record text NOT NULL,
  sha256 bytea NOT NULL,
  PRIMARY KEY (company_id, position)
);

-- A transaction that sets assay.erasing may delete records, and note that the document is erased.
CREATE FUNCTION refuse_change_of_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('assay.erasing', true) = 'on' THEN
    IF TG_OP = 'DELETE' THEN
      RETURN OLD;
    END IF;
    OLD.document_erased_at := NEW.document_erased_at;
    IF NEW IS NOT DISTINCT FROM OLD THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER document_records_are_append_only BEFORE UPDATE OR DELETE ON document_records
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_record();
CREATE TRIGGER document_records_are_never_emptied BEFORE TRUNCATE ON document_records
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Each worker's latest heartbeat, so that any process can report which models judge documents.
CREATE TABLE worker_heartbeats (
  worker_id text PRIMARY KEY,
  -- provider, address, model and token budget, never the API key; null: nothing leaves the machine
  external_model jsonb,
  seen_at timestamptz NOT NULL
);
