-- The audit log as a hash chain. Entries are linked in batches after their transaction has committed, because a chain that
-- every transaction extends would make them wait for each other.
CREATE TABLE audit_links (
  -- counts from 1
  position bigint PRIMARY KEY,
  entry_id ulid NOT NULL UNIQUE,
  -- of the entry without its address, which is erased with its company
  entry_sha256 bytea NOT NULL,
  -- of the canonical JSON of this link, which contains the hash of the one before it
  sha256 bytea NOT NULL
);
CREATE TRIGGER audit_links_are_append_only BEFORE UPDATE OR DELETE ON audit_links
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_links_are_never_emptied BEFORE TRUNCATE ON audit_links
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Signed ends of all chains, at most a minute apart. The key is not in the database.
CREATE TABLE anchors (
  -- counts from 1
  number bigint PRIMARY KEY,
  -- canonical JSON, byte for byte as signed, with the signature
  text text NOT NULL
);
CREATE TRIGGER anchors_are_append_only BEFORE UPDATE OR DELETE ON anchors
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER anchors_are_never_emptied BEFORE TRUNCATE ON anchors
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- How far the audit log has been sent to a SIEM.
CREATE TABLE audit_exports (
  name text PRIMARY KEY,
  position bigint NOT NULL
);

ALTER TABLE record_chains ADD COLUMN anchored_length integer NOT NULL DEFAULT 0;
CREATE INDEX record_chains_to_anchor ON record_chains (company_id) WHERE length > anchored_length;
