-- Whether an item applies to its document, beside the findings that say so: roll-ups leave out items that do not, and
-- findings are too large to look into for every item of a review.

ALTER TABLE document_items ADD COLUMN applies boolean NOT NULL DEFAULT true;
