-- Documents that are judged again in bulk after a new revision of their control.

CREATE TABLE bulk_judgements (
  id ulid PRIMARY KEY,
  control_id ulid NOT NULL REFERENCES controls,
  company_id ulid NOT NULL REFERENCES companies,
  -- the same for all companies of a request by the administrator
  request_id ulid NOT NULL,
  is_by_administrator boolean NOT NULL,
  -- the audit context of the request
  context jsonb NOT NULL,
  requested_at timestamptz NOT NULL,
  document_count integer NOT NULL,
  skipped_count integer NOT NULL DEFAULT 0,
  -- documents up to this one, in the order of their ids, are judged again or skipped
  last_document_id ulid,
  ended_at timestamptz
);
CREATE UNIQUE INDEX bulk_judgements_running ON bulk_judgements (company_id, control_id) WHERE ended_at IS NULL;
CREATE INDEX bulk_judgements_of_company ON bulk_judgements (company_id, control_id, requested_at DESC, id DESC);
CREATE INDEX bulk_judgements_by_administrator ON bulk_judgements (control_id, requested_at DESC, id DESC) WHERE is_by_administrator;
CREATE INDEX bulk_judgements_of_request ON bulk_judgements (request_id);

ALTER TABLE documents ADD COLUMN bulk_judgement_id ulid;
CREATE INDEX documents_of_bulk_judgement ON documents (bulk_judgement_id, status) WHERE bulk_judgement_id IS NOT NULL;
CREATE INDEX documents_judged_by_control ON documents (control_id, id)
  WHERE status = 'completed' AND withdrawn_at IS NULL AND deleted_at IS NULL;
