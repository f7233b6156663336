-- What a key may do and from where. Keys that are there keep all rights. An older process does not check either, so restrict a
-- key once every process has been upgraded.
ALTER TABLE api_keys
  ADD COLUMN label text,
  ADD COLUMN scopes text[] NOT NULL DEFAULT '{all}',
  -- in CIDR notation; none: from everywhere
  ADD COLUMN networks text[] NOT NULL DEFAULT '{}',
  -- admin, partner or company; NULL if it was issued before this was stored
  ADD COLUMN issued_by text;
