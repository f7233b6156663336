-- A company's number in the partner's own system.

ALTER TABLE companies ADD COLUMN external_reference text;
CREATE UNIQUE INDEX companies_by_reference ON companies (partner_id, external_reference)
  WHERE external_reference IS NOT NULL AND erasing_since IS NULL;
