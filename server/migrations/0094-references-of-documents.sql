-- A document's number in the caller's own system.

ALTER TABLE documents ADD COLUMN external_reference text;
CREATE UNIQUE INDEX documents_by_reference ON documents (company_id, external_reference)
  WHERE external_reference IS NOT NULL AND deleted_at IS NULL;
