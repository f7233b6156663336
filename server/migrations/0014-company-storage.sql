-- What each company stores, counted as documents come and go: its submissions need the sum at once. Erased with the company.

CREATE TABLE company_storage (
  company_id ulid PRIMARY KEY,
  -- of submitted files that are not erased
  bytes bigint NOT NULL,
  -- files found inside archives and mails
  members bigint NOT NULL
);
INSERT INTO company_storage (company_id, bytes, members)
  SELECT d.company_id, coalesce(sum(f.size_bytes) FILTER (WHERE f.parent_id IS NULL AND d.originals_erased_at IS NULL), 0),
         count(f.parent_id)
    FROM documents d JOIN document_files f ON f.document_id = d.id GROUP BY d.company_id;
