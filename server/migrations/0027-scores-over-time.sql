-- The score of each review at the end of each day on which it changed, for the trends of dashboards.

CREATE TABLE review_scores (
  review_id ulid NOT NULL REFERENCES compliance_reviews,
  -- in UTC
  day date NOT NULL,
  -- NULL: nothing that counted was judged
  score numeric(4, 1),
  PRIMARY KEY (review_id, day)
);
INSERT INTO review_scores (review_id, day, score)
  SELECT id, (coalesce(changed_at, created_at) AT TIME ZONE 'UTC')::date, score FROM compliance_reviews WHERE score IS NOT NULL;
