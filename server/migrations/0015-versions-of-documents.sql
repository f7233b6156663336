-- A document may be a new version of another. Of all versions, the newest completed one counts in the review.

ALTER TABLE documents
  -- what the document is about, such as a vendor's name
  ADD COLUMN subject text,
  -- the version before, as the submission named it; NULL once that is erased
  ADD COLUMN supersedes ulid,
  -- the id that all versions share, which the first version has as its own; it may be erased
  ADD COLUMN first_version_id ulid,
  ADD COLUMN version integer NOT NULL DEFAULT 1;
CREATE INDEX documents_by_first_version ON documents (first_version_id, version) WHERE first_version_id IS NOT NULL;
CREATE INDEX documents_by_superseded ON documents (supersedes) WHERE supersedes IS NOT NULL;
