-- From a queued document to its result: files as they were read, findings item by item, and who may write them.

ALTER TABLE documents
  -- Documents take turns by this number, and every company counts its own: see docs/decisions/0009.
  ADD COLUMN turn integer NOT NULL DEFAULT 0,
  -- The run that may write; an earlier one whose worker was thought dead finds its writes refused.
  ADD COLUMN run_id ulid,
  -- Runs in a row that were cut off without having brought anything forward.
  ADD COLUMN attempts integer NOT NULL DEFAULT 0,
  ADD COLUMN pages_done integer NOT NULL DEFAULT 0,
  ADD COLUMN pages_found integer NOT NULL DEFAULT 0,
  -- Which engine judged, by which catalogue and settings.
  ADD COLUMN engine jsonb;
CREATE INDEX documents_waiting ON documents (turn) WHERE status IN ('queued', 'processing');
CREATE INDEX documents_waiting_of_company ON documents (company_id, turn) WHERE status IN ('queued', 'processing');

ALTER TABLE document_files
  -- What was found inside another file: an archive's member, a mail's attachment. It has no blob of its own.
  ADD COLUMN parent_id ulid REFERENCES document_files,
  ALTER COLUMN size_bytes DROP NOT NULL,
  ALTER COLUMN blob_key DROP NOT NULL,
  -- "2.1" is the first member of the second file.
  ADD COLUMN place text,
  ADD COLUMN display_name text,
  ADD COLUMN sha256 bytea,
  ADD COLUMN reading text NOT NULL DEFAULT 'unread' CHECK (reading IN ('unread', 'read', 'failed')),
  ADD COLUMN failure_reason text,
  ADD COLUMN page_count integer NOT NULL DEFAULT 0,
  ADD COLUMN pages_done integer NOT NULL DEFAULT 0,
  ADD COLUMN title text,
  ADD COLUMN language text,
  ADD COLUMN is_rendered boolean NOT NULL DEFAULT false,
  ADD COLUMN recognised_pages integer NOT NULL DEFAULT 0,
  -- 0 to 100, the mean over those pages
  ADD COLUMN recognition_confidence real,
  -- A blob of gzip members, each a run of pages; page_ranges says which bytes of it are this file's.
  ADD COLUMN pages_blob_key text,
  ADD COLUMN page_ranges jsonb;
UPDATE document_files SET place = (position + 1)::text, display_name = file_name;
ALTER TABLE document_files
  ALTER COLUMN place SET NOT NULL,
  ALTER COLUMN display_name SET NOT NULL,
  ADD CHECK ((parent_id IS NULL) = (blob_key IS NOT NULL)),
  ADD CHECK ((reading = 'failed') = (failure_reason IS NOT NULL)),
  ADD CHECK ((pages_blob_key IS NULL) = (page_ranges IS NULL)),
  ADD UNIQUE (document_id, place);

ALTER TABLE document_items
  ADD COLUMN score numeric(4, 1) CHECK (score BETWEEN 0 AND 100),
  ADD COLUMN findings jsonb,
  ADD COLUMN failure_reason text,
  ADD COLUMN judged_at timestamptz,
  ADD CHECK ((status = 'completed') = (score IS NOT NULL)),
  ADD CHECK ((status = 'completed') = (findings IS NOT NULL)),
  ADD CHECK ((status = 'failed') = (failure_reason IS NOT NULL)),
  ADD CHECK ((status = 'pending') = (judged_at IS NULL));
