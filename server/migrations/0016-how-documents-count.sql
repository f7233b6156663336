-- Whether the documents of a review are judged each for itself or together.

ALTER TABLE controls ADD COLUMN documents_count text CHECK (documents_count IN ('each', 'together'));
