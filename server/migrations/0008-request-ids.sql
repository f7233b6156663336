-- The request that set an event off, so that a delivery can be followed back through the logs.
ALTER TABLE events ADD COLUMN request_id text;
