-- A withdrawn document stays readable and no longer counts in its review. A deleted one is hidden at once and erased by a job.

ALTER TABLE documents ADD COLUMN withdrawn_at timestamptz, ADD COLUMN deleted_at timestamptz;
CREATE INDEX documents_deleted ON documents (company_id, id DESC) WHERE deleted_at IS NOT NULL;
