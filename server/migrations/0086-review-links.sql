-- Links by which people without an account read one review, until they expire or are revoked.

CREATE TABLE review_links (
  id ulid PRIMARY KEY,
  company_id ulid NOT NULL,
  review_id ulid NOT NULL REFERENCES compliance_reviews ON DELETE CASCADE,
  label text NOT NULL,
  -- of the link's token, which is not stored
  token_hash bytea NOT NULL UNIQUE,
  author_kind text NOT NULL,
  author_id ulid NOT NULL,
  author_name text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  opened_count integer NOT NULL DEFAULT 0,
  last_opened_at timestamptz
);
CREATE INDEX review_links_of_review ON review_links (review_id, id DESC);
CREATE INDEX review_links_of_company ON review_links (company_id);

-- Browsers that opened a link.
CREATE TABLE review_link_sessions (
  id ulid PRIMARY KEY,
  -- of the cookie's value, which is not stored
  hash bytea NOT NULL UNIQUE,
  link_id ulid NOT NULL REFERENCES review_links ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX review_link_sessions_of_link ON review_link_sessions (link_id);
CREATE INDEX review_link_sessions_by_expiry ON review_link_sessions (expires_at);
CREATE INDEX review_link_sessions_by_use ON review_link_sessions (seen_at);
