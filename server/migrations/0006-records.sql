-- What was found, as it was when it was found: one record for each document that has ended, chained by hash per company.

-- The end of a company's chain. Whoever adds to it holds this row, so that workers side by side form one chain.
CREATE TABLE record_chains (
  company_id ulid PRIMARY KEY REFERENCES companies,
  length integer NOT NULL,
  -- of the latest record
  sha256 bytea
);

CREATE TABLE document_records (
  company_id ulid NOT NULL REFERENCES companies,
  -- counts from 1 within the company
  position integer NOT NULL,
  document_id ulid NOT NULL UNIQUE REFERENCES documents,
  -- the canonical JSON, byte for byte as it was hashed; it names the hash of the record before it
  record text NOT NULL,
  sha256 bytea NOT NULL,
  PRIMARY KEY (company_id, position)
);
CREATE TRIGGER document_records_are_append_only BEFORE UPDATE OR DELETE ON document_records
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER document_records_are_never_emptied BEFORE TRUNCATE ON document_records
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
