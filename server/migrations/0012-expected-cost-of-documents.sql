-- What judging a document is expected to cost, in typical documents of ten pages and ten items: companies take turns by it.

ALTER TABLE documents ADD COLUMN queue_cost integer NOT NULL DEFAULT 1;
