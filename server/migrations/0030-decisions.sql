-- What people decided about findings. Findings themselves never change: a decision stands beside the machine's verdict.

CREATE TABLE decisions (
  id ulid PRIMARY KEY,
  company_id ulid NOT NULL,
  review_id ulid NOT NULL,
  document_id ulid NOT NULL REFERENCES documents ON DELETE CASCADE,
  item_id ulid NOT NULL REFERENCES document_items ON DELETE CASCADE,
  control_item_id ulid NOT NULL,
  -- NULL: about the item as a whole
  criterion_key text,
  kind text NOT NULL CHECK (kind IN ('confirm', 'override', 'not_applicable', 'accept_risk')),
  -- of an overridden criterion
  verdict text,
  -- of an overridden item
  level text,
  -- of an accepted risk
  accepted_until timestamptz,
  reason text NOT NULL,
  -- file, page, offsets and words of the passage that the person marked
  evidence jsonb,
  -- a key, and later also an account; its name as it was
  author_kind text NOT NULL,
  author_id ulid NOT NULL,
  author_name text NOT NULL,
  decided_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('in_effect', 'look_again', 'replaced', 'withdrawn', 'expired')),
  -- the decision about the version before that this one continues
  carried_from ulid,
  ended_at timestamptz,
  -- NULL where the service ended it
  ended_by_kind text,
  ended_by_id ulid,
  ended_by_name text,
  CHECK ((state IN ('in_effect', 'look_again')) = (ended_at IS NULL)),
  CHECK ((kind = 'accept_risk') = (accepted_until IS NOT NULL))
);
CREATE UNIQUE INDEX decisions_current ON decisions (item_id, coalesce(criterion_key, '')) WHERE ended_at IS NULL;
CREATE INDEX decisions_of_item ON decisions (item_id, id DESC);
CREATE INDEX decisions_of_document ON decisions (document_id, id DESC);
CREATE INDEX decisions_of_review ON decisions (review_id, id DESC);
CREATE INDEX decisions_of_company ON decisions (company_id, id DESC);
CREATE INDEX decisions_by_kind ON decisions (company_id, kind, id DESC);
CREATE INDEX decisions_by_state ON decisions (company_id, state, id DESC);
CREATE INDEX decisions_to_expire ON decisions (accepted_until) WHERE state = 'in_effect' AND accepted_until IS NOT NULL;

-- The outcome of each item that has decisions in effect, so that scores are computed in the database.
CREATE TABLE decided_items (
  item_id ulid PRIMARY KEY REFERENCES document_items ON DELETE CASCADE,
  document_id ulid NOT NULL,
  -- NULL: it counts in no mean, because it does not apply or its risk is accepted
  score numeric(4, 1),
  level text NOT NULL
);
CREATE INDEX decided_items_of_document ON decided_items (document_id);

-- Decisions have places in the same chain as the records of documents: positions are unique across both tables.
CREATE TABLE decision_records (
  company_id ulid NOT NULL REFERENCES companies,
  position integer NOT NULL,
  decision_id ulid NOT NULL,
  document_id ulid NOT NULL,
  document_erased_at timestamptz,
  -- the canonical JSON, byte for byte as hashed; it contains the hash of the record before it
  record text NOT NULL,
  sha256 bytea NOT NULL,
  PRIMARY KEY (company_id, position)
);
CREATE INDEX decision_records_of_decision ON decision_records (decision_id, position);
CREATE INDEX decision_records_of_document ON decision_records (document_id);
CREATE TRIGGER decision_records_are_append_only BEFORE UPDATE OR DELETE ON decision_records
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_record();
CREATE TRIGGER decision_records_are_never_emptied BEFORE TRUNCATE ON decision_records
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
