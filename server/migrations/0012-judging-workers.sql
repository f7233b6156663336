-- What each worker judges documents by, as it says so itself: the process that is asked about it need not be one.
CREATE TABLE judging_workers (
  worker_id text PRIMARY KEY,
  -- Provider, address, model and budget; none: nothing leaves the machine. Never the key.
  outside_model jsonb,
  told_at timestamptz NOT NULL
);
