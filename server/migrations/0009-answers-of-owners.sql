-- What the owner of a document has answered to the questions that no document can answer.

CREATE TABLE document_answers (
  document_id ulid NOT NULL REFERENCES documents,
  control_item_id ulid NOT NULL,
  -- names the question within the item's revision
  question_key text NOT NULL,
  answer text NOT NULL CHECK (answer IN ('yes', 'no', 'not_applicable')),
  comment text,
  answered_at timestamptz NOT NULL,
  PRIMARY KEY (document_id, control_item_id, question_key)
);
