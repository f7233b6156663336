import { Client } from "pg";

/**
 * The roles of the service in the embedded database. The owner applies migrations. The service's role reads and writes rows
 * but owns nothing, so it can disable no trigger and alter no table. The queue maintains its own tables, in a schema that its
 * role owns.
 */
export const serviceRole = "assay_service";
export const queueRole = "assay_queue";

/** Call after migrations, and again once the queue has created its tables. Can be repeated. */
export async function grantRoles(ownerUrl: string, password: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl, application_name: "assay-roles" });
  // The statement that is running fails as well; without a listener a lost connection would end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("BEGIN");
    // The password is base64url, so that quoting it is safe.
    if (!/^[\w-]+$/.test(password)) throw new Error("the database password has unexpected characters");
    await client.query(`
      DO $$ BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${serviceRole}') THEN CREATE ROLE ${serviceRole} LOGIN; END IF;
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${queueRole}') THEN CREATE ROLE ${queueRole} LOGIN; END IF;
      END $$;
      ALTER ROLE ${serviceRole} PASSWORD '${password}' NOSUPERUSER NOCREATEDB NOCREATEROLE;
      ALTER ROLE ${queueRole} PASSWORD '${password}' NOSUPERUSER NOCREATEDB NOCREATEROLE;
      CREATE SCHEMA IF NOT EXISTS pgboss;`);
    await client.query(`
      DO $$ DECLARE one record; BEGIN
        EXECUTE 'ALTER SCHEMA pgboss OWNER TO ${queueRole}';
        -- The queue asks for its schema at each start, although it exists.
        EXECUTE format('GRANT CREATE ON DATABASE %I TO ${queueRole}', current_database());
        FOR one IN SELECT c.oid::regclass AS name, c.relkind FROM pg_class c
          WHERE c.relnamespace = 'pgboss'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'S')
            AND c.relowner <> '${queueRole}'::regrole
            AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i') AND c.relkind = 'S') LOOP
          EXECUTE format('ALTER %s %s OWNER TO ${queueRole}',
            CASE one.relkind WHEN 'v' THEN 'VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, one.name);
        END LOOP;
        FOR one IN SELECT p.oid::regprocedure AS name FROM pg_proc p
          WHERE p.pronamespace = 'pgboss'::regnamespace AND p.proowner <> '${queueRole}'::regrole LOOP
          EXECUTE format('ALTER ROUTINE %s OWNER TO ${queueRole}', one.name);
        END LOOP;
        FOR one IN SELECT t.oid::regtype AS name FROM pg_type t
          WHERE t.typnamespace = 'pgboss'::regnamespace AND t.typtype = 'e' AND t.typowner <> '${queueRole}'::regrole LOOP
          EXECUTE format('ALTER TYPE %s OWNER TO ${queueRole}', one.name);
        END LOOP;
      END $$;`);
    await client.query(`
      GRANT USAGE ON SCHEMA public, pgboss TO ${serviceRole};
      GRANT SELECT, INSERT, UPDATE, DELETE, MAINTAIN ON ALL TABLES IN SCHEMA public TO ${serviceRole};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA pgboss TO ${serviceRole};
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA public, pgboss TO ${serviceRole};
      ALTER DEFAULT PRIVILEGES FOR ROLE ${queueRole} IN SCHEMA pgboss GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${serviceRole};
      ALTER DEFAULT PRIVILEGES FOR ROLE ${queueRole} IN SCHEMA pgboss GRANT USAGE ON SEQUENCES TO ${serviceRole};
      REVOKE INSERT, UPDATE, DELETE ON schema_migrations FROM ${serviceRole};
      REVOKE UPDATE, DELETE ON audit_links, anchors FROM ${serviceRole};`);
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
}

/** The same database, as another role. */
export function asRole(url: string, role: string): string {
  const changed = new URL(url);
  changed.username = role;
  return changed.toString();
}
