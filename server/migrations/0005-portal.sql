-- Who is signed in to the portal. In the database, so that every node accepts a session and hears of its end.

CREATE TABLE portal_sessions (
  id ulid PRIMARY KEY,
  -- of the cookie's value, which is kept nowhere
  hash bytea NOT NULL UNIQUE,
  tier text NOT NULL CHECK (tier IN ('admin', 'partner', 'company')),
  -- the key it was started with, and falls with
  key_hash bytea REFERENCES api_keys (hash),
  -- the administrator token under the cookie's value as key: ties the session to the token without keeping its hash
  token_proof bytea,
  created_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CHECK ((tier = 'admin') = (key_hash IS NULL)),
  CHECK ((tier = 'admin') = (token_proof IS NOT NULL))
);
CREATE INDEX portal_sessions_of_key ON portal_sessions (key_hash);
CREATE INDEX portal_sessions_by_expiry ON portal_sessions (expires_at);

-- What the administrator's pages ask: what ended in the last hours, what failed, and what was tried again.
ALTER TABLE documents
  -- The failed document this one was made from; each is tried again once, and the new one may be in turn.
  ADD COLUMN retry_of ulid UNIQUE REFERENCES documents;
CREATE INDEX documents_by_end ON documents (processed_at) WHERE processed_at IS NOT NULL;
CREATE INDEX documents_failed ON documents (id DESC) WHERE status = 'failed';
