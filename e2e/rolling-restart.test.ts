import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { migrate, readMigrations, toMigration } from "../server/src/postgres/migrate.ts";
import { until } from "../server/src/testing/until.ts";
import { type AReceiver, aReceiver } from "../server/src/testing/webhook-receiver.ts";
import {
  type Cluster,
  type ClusterCompany,
  callOk,
  createClusterCompany,
  startCluster,
  submitText,
} from "./cluster.ts";
import { type RollingLoad, startRollingLoad } from "./rolling-load.ts";

/** Enough that a stop comes between two items. */
const itemCount = 8;

let cluster: Cluster;
let company: ClusterCompany;
let receiver: AReceiver;
before(async () => {
  cluster = await startCluster();
  company = await createClusterCompany(cluster, itemCount);
  receiver = await aReceiver();
});
after(async () => {
  await cluster?.close();
  await receiver?.close();
});

const apiUrls = () => cluster.apis.map(({ url }) => url);
const terms = (number: number) =>
  [
    `Agreement ${number}. The processor processes personal data only on documented instructions from the controller.`,
    "Persons authorised to process the personal data have committed themselves to confidentiality.",
    "At the end of the services all personal data are deleted or returned at the choice of the controller.",
  ].join("\n\n");

async function stopGracefully({ child, ended, output }: Cluster["apis"][number]): Promise<void> {
  child.kill("SIGTERM");
  assert.equal(await ended, 0, output());
}

describe("under load", () => {
  let load: RollingLoad;
  beforeEach(() => {
    load = startRollingLoad(apiUrls(), company.key, `/v1/companies/${company.companyId}`);
  });
  afterEach(() => load.stop());

  const waitForMore = async (count = 40) => {
    const before = load.answered();
    await until(() => load.answered() >= before + count, 30);
  };

  async function assertNothingFailed(): Promise<void> {
    await load.stop();
    const errors = cluster.apis.flatMap(({ output }) => output().match(/^.*"level":50.*$/gm) ?? []);
    assert.deepEqual([load.failures, errors], [[], []]);
    const rows = await cluster.query<{ name: string }>("SELECT name FROM business_entities WHERE name LIKE 'Branch %'");
    assert.deepEqual(rows.map(({ name }) => name).toSorted(), load.created.toSorted());
    await cluster.query("DELETE FROM business_entities WHERE name LIKE 'Branch %'");
  }

  test("no request fails while the API processes are restarted one after the other", async (context) => {
    await waitForMore();
    for (const [index, api] of cluster.apis.entries()) {
      await stopGracefully(api);
      await waitForMore();
      await cluster.replaceApi(index);
      await waitForMore();
    }
    await assertNothingFailed();
    context.diagnostic(`${load.answered()} requests were answered`);
  });

  test("processes of this version keep working and can start after a newer version has added columns", async (context) => {
    await waitForMore();
    const tables = await cluster.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
    );
    const newer = tables.map(({ name }) =>
      toMigration(
        `0999-${name.replaceAll("_", "-")}.sql`,
        `ALTER TABLE ${name} ADD COLUMN of_a_newer_version text NOT NULL DEFAULT 'unknown';`,
      ),
    );
    const applied = await migrate(cluster.databaseUrl, [...(await readMigrations()), ...newer], new Date());
    assert.deepEqual(
      applied,
      newer.map(({ name }) => name),
    );
    await waitForMore();
    // A process of this version starts, as after a crash or a rollback.
    const [[api], [worker]] = [cluster.apis, cluster.workers];
    assert.ok(api && worker);
    await Promise.all([stopGracefully(api), stopGracefully(worker)]);
    await Promise.all([cluster.replaceApi(0), cluster.replaceWorker(0)]);
    await waitForMore();
    const documentId = await submitText(apiUrls()[0] ?? "", company, terms(0));
    const read = () => callOk(`${apiUrls()[1]}/v1/documents/${documentId}/result`, { key: company.key });
    await until(async () => (await read()).processedAt !== null, 60);
    assert.equal((await read()).status, "completed");
    await assertNothingFailed();
    context.diagnostic(`${load.answered()} requests were answered`);
  });
});

test("this version refuses to start after a newer version has removed a column", async () => {
  const contract = toMigration(
    "0999-z-contract.sql",
    "-- contract: needs 0999-companies.sql\nALTER TABLE companies DROP COLUMN of_a_newer_version;",
  );
  const rows = await cluster.query<{ name: string; sha256: string }>("SELECT name, sha256 FROM schema_migrations");
  const all = [...rows.map((row) => ({ ...row, text: "" })), contract];
  assert.deepEqual(await migrate(cluster.databaseUrl, all, new Date()), [contract.name]);
  for (const role of ["api", "worker"] as const) {
    const refused = await cluster.spawn(role);
    assert.notEqual(await refused.ended, 0);
    assert.match(refused.output(), /changed by a newer version of Assay \(0999-z-contract\.sql\)/);
    assert.match(refused.output(), /Start a version that has the migration 0999-companies\.sql\.\n$/);
    assert.doesNotMatch(refused.output(), /\n\s+at /);
  }
  await cluster.query("DELETE FROM schema_migrations WHERE name = $1", [contract.name]);
});

test("when workers are stopped while they analyse documents, each document ends once and no item is judged twice", async (context) => {
  const { key } = company;
  const [url = "", other = ""] = apiUrls();
  const eventTypes = ["document.completed", "document.failed"];
  await callOk(`${url}/v1/webhooks`, { key, method: "PUT", body: { url: receiver.url, eventTypes } });
  // A trigger records every outcome that is written for an item.
  await cluster.query("CREATE TABLE outcomes (item_id text NOT NULL, status text NOT NULL)");
  await cluster.query(
    `CREATE FUNCTION note_outcome() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN INSERT INTO outcomes VALUES (NEW.id, NEW.status); RETURN NEW; END $$`,
  );
  await cluster.query(
    "CREATE TRIGGER note_outcome AFTER UPDATE ON document_items FOR EACH ROW EXECUTE FUNCTION note_outcome()",
  );
  const documents: string[] = [];
  const countActiveJobs = async () =>
    (await cluster.query("SELECT 1 FROM pgboss.job WHERE name = 'analyse-document' AND state = 'active'")).length;

  const stopped = [...cluster.workers];
  for (const [index, worker] of stopped.entries()) {
    // Concurrently, so that all workers analyse a document at the same time.
    const submitted = stopped.map((_, i) => submitText(i % 2 === 0 ? url : other, company, terms(i)));
    documents.push(...(await Promise.all(submitted)));
    await until(async () => (await countActiveJobs()) === stopped.length, 60);
    await stopGracefully(worker);
    await cluster.replaceWorker(index);
  }
  // A worker that returns a document replaces its job by a new one.
  const [jobs] = await cluster.query<{ again: number }>(
    "SELECT (count(*) - count(DISTINCT data ->> 'documentId'))::int AS again FROM pgboss.job WHERE name = 'analyse-document'",
  );
  context.diagnostic(`${jobs?.again} documents were returned by stopped workers`);
  assert.ok(jobs !== undefined && jobs.again > 0, "no worker was stopped while it analysed a document");

  const read = (id: string) => callOk(`${other}/v1/documents/${id}/result`, { key });
  for (const id of documents) await until(async () => (await read(id)).processedAt !== null, 90);
  for (const id of documents) assert.equal((await read(id)).status, "completed");
  const outcomes = await cluster.query<{ status: string; times: number }>(
    "SELECT status, count(*)::int AS times FROM outcomes GROUP BY item_id, status",
  );
  assert.equal(outcomes.length, documents.length * itemCount);
  assert.ok(
    outcomes.every(({ status, times }) => status === "completed" && times === 1),
    JSON.stringify(outcomes),
  );
  const ends = await cluster.query<{ id: string }>(
    "SELECT data ->> 'documentId' AS id FROM events WHERE type LIKE 'document.%' AND data ->> 'documentId' = ANY ($1) AND type <> 'document.submitted'",
    [documents],
  );
  assert.deepEqual(ends.map(({ id }) => id).toSorted(), documents.toSorted());
  const reportedIds = () => receiver.received.map(({ body }) => JSON.parse(body).data.documentId as string);
  await until(
    async () => (await callOk(`${url}/v1/webhooks`, { key })).recentDeliveries.delivered >= documents.length,
    30,
  );
  assert.deepEqual(reportedIds().toSorted(), documents.toSorted(), "each end is delivered once");
});
