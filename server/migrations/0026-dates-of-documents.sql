-- Until when a document is valid and by when it is to be reviewed, and the dates for which an event was sent.

ALTER TABLE documents
  ADD COLUMN effective_from date,
  ADD COLUMN valid_until date,
  ADD COLUMN review_by date,
  ADD COLUMN expiry_notified date,
  ADD COLUMN review_notified date;
CREATE INDEX documents_by_expiry ON documents (company_id, valid_until, id) WHERE valid_until IS NOT NULL;
CREATE INDEX documents_by_review_date ON documents (company_id, review_by, id) WHERE review_by IS NOT NULL;
-- For the job notify-of-dates.
CREATE INDEX documents_expiry_not_notified ON documents (valid_until)
  WHERE valid_until IS DISTINCT FROM expiry_notified AND status = 'completed' AND withdrawn_at IS NULL AND deleted_at IS NULL;
CREATE INDEX documents_review_not_notified ON documents (review_by)
  WHERE review_by IS DISTINCT FROM review_notified AND status = 'completed' AND withdrawn_at IS NULL AND deleted_at IS NULL;
