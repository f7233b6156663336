-- Frameworks, controls, clusters and control items with their revisions.

CREATE TABLE frameworks (
  id ulid PRIMARY KEY,
  code text NOT NULL UNIQUE,
  name text NOT NULL,
  version text NOT NULL,
  sha256 bytea NOT NULL,
  -- of the last version that shipped with the product; differs from sha256 once the administrator has loaded another
  shipped_sha256 bytea,
  created_at timestamptz NOT NULL,
  updated_at timestamptz
);

CREATE TABLE controls (
  id ulid PRIMARY KEY,
  framework_id ulid NOT NULL REFERENCES frameworks,
  position integer NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  -- source, expected kind of document and terms, as in the catalogue file
  definition jsonb NOT NULL
);
CREATE INDEX controls_of_framework ON controls (framework_id);

CREATE TABLE clusters (
  id ulid PRIMARY KEY,
  control_id ulid NOT NULL REFERENCES controls,
  position integer NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  is_archived boolean NOT NULL,
  -- overrides is_archived, and survives every load of the catalogue
  is_archived_by_admin boolean
);
CREATE INDEX clusters_of_control ON clusters (control_id);

CREATE TABLE control_items (
  id ulid PRIMARY KEY,
  control_id ulid NOT NULL REFERENCES controls,
  cluster_id ulid NOT NULL REFERENCES clusters,
  position integer NOT NULL,
  external_id text NOT NULL,
  revision integer NOT NULL,
  is_obsolete boolean NOT NULL,
  -- overrides is_obsolete, and survives every load of the catalogue
  is_obsolete_by_admin boolean
);
CREATE INDEX control_items_of_control ON control_items (control_id);
CREATE INDEX control_items_of_cluster ON control_items (cluster_id);

-- Results refer to a revision, so that a change of the catalogue never alters an earlier result.
CREATE TABLE control_item_revisions (
  control_item_id ulid NOT NULL REFERENCES control_items DEFERRABLE INITIALLY DEFERRED,
  revision integer NOT NULL,
  name text NOT NULL,
  objective text NOT NULL,
  definition jsonb NOT NULL,
  sha256 bytea NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (control_item_id, revision)
);
CREATE TRIGGER control_item_revisions_are_final BEFORE UPDATE OR DELETE ON control_item_revisions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
