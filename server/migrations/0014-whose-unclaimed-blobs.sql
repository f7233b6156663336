-- Whose bytes are left when the rows that led to them have been deleted: a company that is erased waits for its own, also
-- after a try that was cut off, and not for anybody else's. No foreign key: this changes one table and waits for no other.
ALTER TABLE unclaimed_blobs ADD COLUMN company_id ulid;
CREATE INDEX unclaimed_blobs_of_company ON unclaimed_blobs (company_id, blob_key) WHERE company_id IS NOT NULL;
