-- One-time passwords of an authenticator app, beside the password of an account.

CREATE TABLE second_factors (
  account_id ulid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  -- encrypted: a code is computed from it
  secret bytea NOT NULL,
  created_at timestamptz NOT NULL,
  -- once a code was entered; until then it is not asked for
  confirmed_at timestamptz,
  -- the time step of the last code that was accepted: no code is accepted twice
  last_step bigint
);

-- A row is deleted when its code is used.
CREATE TABLE recovery_codes (
  account_id ulid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  hash bytea NOT NULL,
  PRIMARY KEY (account_id, hash)
);
