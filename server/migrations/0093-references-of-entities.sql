-- A business entity's number in the caller's own system.

ALTER TABLE business_entities ADD COLUMN external_reference text;
CREATE UNIQUE INDEX business_entities_by_reference ON business_entities (company_id, external_reference)
  WHERE external_reference IS NOT NULL;
