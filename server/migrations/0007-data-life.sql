-- The end of data: companies that are being erased, and what of the append-only tables may go with them.

ALTER TABLE companies
  -- Since then it is nobody's to see; its row goes last, when nothing hangs on it any more.
  ADD COLUMN erasing_since timestamptz;

-- What is deleted by company or document is found by it, and what refers to a deleted row is found without reading all.
CREATE INDEX upload_sessions_of_company ON upload_sessions (company_id);
CREATE INDEX upload_sessions_of_review ON upload_sessions (review_id) WHERE review_id IS NOT NULL;
CREATE INDEX upload_files_of_document ON upload_files (document_id) WHERE document_id IS NOT NULL;
CREATE INDEX document_files_of_parent ON document_files (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX compliance_reviews_of_entity ON compliance_reviews (business_entity_id);
CREATE INDEX audit_log_of_company ON audit_log (company_id) WHERE company_id IS NOT NULL;

-- Both stay append-only, but for a transaction that says it erases: the word is local to it, and nothing else ever gives it.
DROP TRIGGER document_records_are_append_only ON document_records;
-- Entries outlive the company they speak of, but not the addresses its people came from.
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

DROP TRIGGER audit_log_is_append_only ON audit_log;
CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_log();

-- Retention: what of a document that has ended is kept for how long is a setting; here is what has gone already. The keys of
-- blobs and the ranges of pages stay, because findings name pages by them.
ALTER TABLE documents
  ADD COLUMN originals_erased_at timestamptz,
  ADD COLUMN pages_erased_at timestamptz;
CREATE INDEX documents_with_originals ON documents (processed_at)
  WHERE processed_at IS NOT NULL AND originals_erased_at IS NULL;
CREATE INDEX documents_with_pages ON documents (processed_at) WHERE processed_at IS NOT NULL AND pages_erased_at IS NULL;

-- A record holds no word of its document and outlives it.
ALTER TABLE document_records
  DROP CONSTRAINT document_records_document_id_fkey,
  ADD COLUMN document_erased_at timestamptz;
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

-- The key of each encrypted blob, wrapped by the key of that name from the settings; a blob without a row is plain. Here and
-- not with the bytes: a change of keys rewrites these rows only, on disk and in S3 alike.
CREATE TABLE blob_keys (
  blob_key text PRIMARY KEY,
  key_id text NOT NULL,
  wrapped bytea NOT NULL
);
