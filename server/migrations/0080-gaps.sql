-- The register of gaps: a row for each criterion that a document, or a set of documents judged together, does not meet.

CREATE TABLE gaps (
  id ulid PRIMARY KEY,
  company_id ulid NOT NULL REFERENCES companies,
  review_id ulid NOT NULL,
  business_entity_id ulid NOT NULL,
  control_id ulid NOT NULL,
  -- what is judged as one: the versions of a document, a subject, or all documents of the review
  subject_key text NOT NULL,
  control_item_id ulid NOT NULL,
  criterion_key text NOT NULL,
  -- the criterion and the names of its item and document, for searches
  statement text NOT NULL,
  search_text text NOT NULL,
  -- the finding that counts now
  document_id ulid NOT NULL,
  item_id ulid NOT NULL,
  verdict text NOT NULL,
  level text NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'in_progress', 'fixed', 'accepted')),
  -- 1 low to 4 critical
  severity numeric(1) NOT NULL,
  -- by level, weight and verdict
  found_severity numeric(1) NOT NULL,
  -- whether a person gave the severity
  is_severity_given boolean NOT NULL DEFAULT false,
  -- who left the company owns nothing any more
  owner_id ulid REFERENCES memberships ON DELETE SET NULL,
  due_on date,
  -- the dates for which the owner was notified
  due_notified date,
  overdue_notified date,
  changed_at timestamptz NOT NULL,
  closed_at timestamptz,
  closed_reason text CHECK (closed_reason IN ('met', 'not_applicable', 'decided', 'not_counted', 'person')),
  closed_by_document_id ulid,
  UNIQUE (review_id, subject_key, control_item_id, criterion_key),
  CHECK ((status = 'fixed') = (closed_reason IS NOT NULL))
);
CREATE INDEX gaps_of_company ON gaps (company_id, id DESC);
CREATE INDEX gaps_by_status ON gaps (company_id, status, id DESC);
CREATE INDEX gaps_by_severity ON gaps (company_id, severity, id);
CREATE INDEX gaps_by_due_date ON gaps (company_id, (coalesce(due_on, '9999-12-31'::date)), id);
CREATE INDEX gaps_by_change ON gaps (company_id, changed_at, id);
CREATE INDEX gaps_of_review ON gaps (review_id, id DESC);
CREATE INDEX gaps_of_owner ON gaps (owner_id, id DESC) WHERE owner_id IS NOT NULL;
CREATE INDEX gaps_of_document ON gaps (document_id, id DESC);
CREATE INDEX gaps_closed_by_document ON gaps (closed_by_document_id) WHERE closed_by_document_id IS NOT NULL;
CREATE INDEX gaps_due ON gaps (due_on) WHERE due_on IS NOT NULL AND status IN ('open', 'in_progress');

-- Comments of people, and what happened to a gap.
CREATE TABLE gap_entries (
  id ulid PRIMARY KEY,
  gap_id ulid NOT NULL REFERENCES gaps ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('comment', 'changed', 'closed', 'reopened', 'accepted')),
  -- both NULL where the service did it, or the person's account is erased
  account_id ulid REFERENCES accounts ON DELETE SET NULL,
  key_id ulid,
  -- of a comment
  text text,
  -- the document that met the criterion, or falls short again
  document_id ulid,
  -- the names of what a person changed, with new values that are no text
  changes jsonb,
  created_at timestamptz NOT NULL
);
CREATE INDEX gap_entries_of_gap ON gap_entries (gap_id, id DESC);
CREATE INDEX gap_entries_of_account ON gap_entries (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX gap_entries_of_document ON gap_entries (document_id) WHERE document_id IS NOT NULL;

-- The address that opens a new issue in the company's own tracker.
CREATE TABLE gap_settings (
  company_id ulid PRIMARY KEY REFERENCES companies,
  issue_link text NOT NULL
);

-- Whether the register has what this document's result says. False for documents that older processes end.
ALTER TABLE documents ADD COLUMN gaps_refreshed boolean NOT NULL DEFAULT false;
CREATE INDEX documents_without_gaps ON documents (company_id, id) WHERE NOT gaps_refreshed AND status = 'completed';
