-- What a submission says instead of its control.

ALTER TABLE documents ADD COLUMN documents_count text CHECK (documents_count IN ('each', 'together'));
