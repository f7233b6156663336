-- For lists of deliveries by the type of their event.

CREATE INDEX events_by_type ON events (company_id, type, id DESC);
