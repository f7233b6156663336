-- What lists of reviews are filtered and sorted by.

ALTER TABLE compliance_reviews
  -- as in the review's roll-up
  ADD COLUMN score numeric(4, 1),
  ADD COLUMN level text,
  -- false while the job complete-scores is to compute the score again
  ADD COLUMN is_scored boolean NOT NULL DEFAULT true,
  -- the last change of the review or of its documents
  ADD COLUMN changed_at timestamptz;
CREATE INDEX compliance_reviews_by_level ON compliance_reviews (company_id, level, id DESC) WHERE level IS NOT NULL;
CREATE INDEX compliance_reviews_by_score ON compliance_reviews (company_id, coalesce(score, 101), id);
CREATE INDEX compliance_reviews_by_name ON compliance_reviews (company_id, lower(name), id);
CREATE INDEX compliance_reviews_by_change ON compliance_reviews (company_id, coalesce(changed_at, created_at), id);
CREATE INDEX compliance_reviews_not_scored ON compliance_reviews (id) WHERE NOT is_scored;
