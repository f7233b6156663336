-- What lists of documents are filtered and sorted by. The job complete-scores fills it where an older process did not.

ALTER TABLE documents
  -- of the document's review, which never change
  ADD COLUMN control_id ulid,
  ADD COLUMN business_entity_id ulid,
  -- the mean of the items that apply; NULL where none does
  ADD COLUMN score numeric(4, 1),
  -- of a completed document
  ADD COLUMN level text;
CREATE INDEX documents_by_control ON documents (company_id, control_id, id DESC);
CREATE INDEX documents_by_entity ON documents (company_id, business_entity_id, id DESC);
CREATE INDEX documents_by_level ON documents (company_id, level, id DESC) WHERE level IS NOT NULL;
CREATE INDEX documents_by_score ON documents (company_id, coalesce(score, 101), id);
CREATE INDEX documents_by_name ON documents (company_id, lower(file_name), id);
CREATE INDEX documents_without_control ON documents (id) WHERE control_id IS NULL;
CREATE INDEX documents_without_level ON documents (id) WHERE status = 'completed' AND level IS NULL;
