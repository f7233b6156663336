-- Single sign-on: which person is who at an identity provider.

-- False for an account that a provider's first sign-in has made: its password_hash is of no password.
ALTER TABLE accounts ADD COLUMN has_password boolean NOT NULL DEFAULT true;

CREATE TABLE identities (
  id ulid PRIMARY KEY,
  account_id ulid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- whose provider it is: 'operator'
  organisation text NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (organisation, issuer, subject)
);
CREATE INDEX identities_of_account ON identities (account_id);

-- Sessions that began with a provider. A row ends with its session.
CREATE TABLE provider_sessions (
  session_id ulid PRIMARY KEY REFERENCES account_sessions ON DELETE CASCADE,
  -- the only organisation that the session may be in
  organisation text NOT NULL,
  issuer text NOT NULL,
  -- encrypted; names the session at the provider when the person signs out
  id_token bytea NOT NULL
);

-- What a browser has to answer to sign in. A row is deleted when it is answered: that makes it valid once.
CREATE TABLE sign_in_challenges (
  -- of the cookie's value, which is not stored
  hash bytea PRIMARY KEY,
  -- encrypted
  data bytea NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_challenges_by_expiry ON sign_in_challenges (expires_at);
