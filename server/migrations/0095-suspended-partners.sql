-- Since then the keys and people of the partner and of its companies are refused. NULL: they are not.
ALTER TABLE partners ADD COLUMN suspended_at timestamptz;
