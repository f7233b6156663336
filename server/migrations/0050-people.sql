-- People with accounts, beside API keys.

CREATE TABLE accounts (
  id ulid PRIMARY KEY,
  -- in lower case
  email text NOT NULL UNIQUE,
  name text NOT NULL,
  -- scrypt, with its parameters and salt
  password_hash text NOT NULL,
  password_changed_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  last_signed_in_at timestamptz,
  -- 'operator', or the id of the partner or company whose people it left last; set when the last membership goes
  last_organisation text
);
CREATE INDEX accounts_by_last_organisation ON accounts (last_organisation) WHERE last_organisation IS NOT NULL;

-- What a person is in one organisation.
CREATE TABLE memberships (
  id ulid PRIMARY KEY,
  account_id ulid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  -- 'operator', or the id of the partner or company
  organisation text NOT NULL,
  role text NOT NULL,
  partner_id ulid REFERENCES partners,
  company_id ulid REFERENCES companies ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  UNIQUE (account_id, organisation),
  CHECK (organisation = coalesce(company_id, partner_id, 'operator')),
  CHECK (company_id IS NULL OR partner_id IS NOT NULL)
);
CREATE INDEX memberships_of_organisation ON memberships (organisation, id DESC);

-- A row ends with its membership.
CREATE TABLE account_sessions (
  id ulid PRIMARY KEY,
  -- of the cookie's value, which is not stored
  hash bytea NOT NULL UNIQUE,
  account_id ulid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  membership_id ulid NOT NULL REFERENCES memberships ON DELETE CASCADE,
  address text,
  -- User-Agent of the browser, shortened
  browser text,
  created_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX account_sessions_of_account ON account_sessions (account_id, id DESC);
CREATE INDEX account_sessions_of_membership ON account_sessions (membership_id);
CREATE INDEX account_sessions_by_expiry ON account_sessions (expires_at);
CREATE INDEX account_sessions_by_use ON account_sessions (seen_at);

-- A row is deleted when the invitation is accepted or withdrawn: that makes it valid once.
CREATE TABLE invitations (
  id ulid PRIMARY KEY,
  -- of the link's token, which is not stored
  token_hash bytea NOT NULL UNIQUE,
  organisation text NOT NULL,
  role text NOT NULL,
  partner_id ulid REFERENCES partners,
  company_id ulid REFERENCES companies ON DELETE CASCADE,
  email text NOT NULL,
  name text NOT NULL,
  -- NULL for a key or the administrator token
  invited_by ulid REFERENCES accounts ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  UNIQUE (organisation, email)
);
CREATE INDEX invitations_of_organisation ON invitations (organisation, id DESC);
CREATE INDEX invitations_by_inviter ON invitations (invited_by);
CREATE INDEX invitations_by_expiry ON invitations (expires_at);
