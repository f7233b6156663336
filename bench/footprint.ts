// npm run bench:footprint [-- --documents 60 --rounds 2]
// Cost of a document: CPU seconds by pages and items, rows and bytes by table, bytes of stored files, write-ahead log and
// commits, connections and memory of each kind of process. Measured on real processes with one idle worker. Writes
// docs/footprint.json, which `npm run simulate` reads.
import { glob, stat, writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { seedGrowth } from "../server/src/testing/seeded-growth.ts";
import { until } from "../server/src/testing/until.ts";
import { casePdf } from "./case-sentences.ts";
import { fitCoefficients } from "./cost-of-document.ts";
import { reportFigure } from "./figures.ts";
import { onboard, startInstallation, submit } from "./installation.ts";
import { processTree } from "./process-tree.ts";
import { quantile } from "./queueing/quantiles.ts";

const { values } = parseArgs({
  options: { documents: { type: "string", default: "60" }, rounds: { type: "string", default: "2" } },
});
function count(name: keyof typeof values): number {
  const number = Number(values[name]);
  if (Number.isSafeInteger(number) && number >= 1 && number <= 10_000) return number;
  console.error(`--${name} must be a whole number from 1 to 10000`);
  process.exit(2);
}
const documents = count("documents");
const rounds = count("rounds");
const grid = { pages: [1, 8, 24], items: [1, 8, 24] };
/** Not used for fitting the coefficients. */
const held = { pages: 16, items: 16 };
const typical = { pages: 10, items: 10 };
const restSeconds = 10;
const documentSeconds = 300;
const grownTo = { documents: 20_000, companies: 200 };
const three = (value: number) => Number(value.toPrecision(3));

const installation = await startInstallation();
try {
  const { url } = installation;
  let ownQueries = 0;
  const query: typeof installation.query = (text, values) => {
    ownQueries += 1;
    return installation.query(text, values);
  };
  const [company] = await onboard(url, 1, "ISP");
  if (company === undefined) throw new Error("no company");
  const connections = async () =>
    Object.fromEntries(
      (
        await query<{ name: string; count: number }>(
          "SELECT application_name AS name, count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' AND application_name <> 'bench' GROUP BY 1 ORDER BY 1",
        )
      ).map(({ name, count }) => [name, count]),
    );
  const commitsAtRest = async () => {
    const commits = async () => {
      const text = "SELECT xact_commit::float8 AS n FROM pg_stat_database WHERE datname = current_database()";
      return ((await query<{ n: number }>(text))[0]?.n ?? 0) - ownQueries;
    };
    const [before, from] = [await commits(), performance.now()];
    await wait(restSeconds * 1000);
    return ((await commits()) - before) / ((performance.now() - from) / 1000);
  };
  const commitsOfApi = await commitsAtRest();
  const ofApi = await connections();
  const worker = await installation.addWorker();
  const commitsOfBoth = await commitsAtRest();
  const ofBoth = await connections();
  const workerPid = worker.child.pid ?? 0;
  const apiPid = installation.api.child.pid ?? 0;

  /** The worker judges; its children extract. */
  const cpu = () => {
    const [own, ...children] = processTree(workerPid);
    const reading = children.reduce((sum, one) => sum + one.cpuSeconds, own?.endedChildrenCpuSeconds ?? 0);
    return { judging: own?.cpuSeconds ?? 0, reading };
  };
  // The job ends after its document, and only then has an end time.
  const jobsDone = "SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'analyse-document' AND state = 'completed'";
  const endedCount = async () => (await query<{ n: number }>(jobsDone))[0]?.n ?? 0;

  let sent = 0;
  async function costOf(pages: number, items: number) {
    const file = { name: "contract.pdf", bytes: await casePdf(pages, sent * 1000) };
    const before = cpu();
    const documentId = await submit(url, company as NonNullable<typeof company>, file, items);
    sent += 1;
    await until(async () => (await endedCount()) === sent, documentSeconds);
    const after = cpu();
    const [row] = await query<{ status: string; seconds: number }>(
      `SELECT d.status, extract(epoch FROM j.completed_on - j.started_on)::float8 AS seconds
         FROM documents d JOIN pgboss.job j ON j.data ->> 'documentId' = d.id AND j.name = 'analyse-document' WHERE d.id = $1`,
      [documentId],
    );
    if (row?.status !== "completed") throw new Error(`a document of ${pages} pages ended ${row?.status}`);
    const [reading, judging] = [after.reading - before.reading, after.judging - before.judging];
    console.log(
      `${pages} pages × ${items} items: CPU ${reading.toFixed(2)} s reading, ${judging.toFixed(2)} s judging, ${row.seconds.toFixed(2)} s in all`,
    );
    return { pages, items, reading, judging, seconds: row.seconds };
  }

  // The first document loads the models; the others let V8 optimise the code.
  for (let warmUp = 0; warmUp < 3; warmUp++) await costOf(24, 24);
  const costs = [];
  for (let round = 0; round < rounds; round++)
    for (const pages of grid.pages) for (const items of grid.items) costs.push(await costOf(pages, items));
  const heldOut = [];
  for (let round = 0; round < rounds; round++) heldOut.push(await costOf(held.pages, held.items));

  const reading = fitCoefficients(
    costs,
    ({ pages }) => [1, pages],
    (one) => one.reading,
  );
  const judging = fitCoefficients(
    costs,
    ({ pages, items }) => [1, pages, items, pages * items],
    (one) => one.judging,
  );
  const totalOf = (pages: number, items: number) => {
    const [r0 = 0, r1 = 0] = reading;
    const [j0 = 0, j1 = 0, j2 = 0, j3 = 0] = judging;
    return r0 + r1 * pages + j0 + j1 * pages + j2 * items + j3 * pages * items;
  };
  const median = (all: number[]) => quantile(all, 0.5);
  const largest = costs.filter(({ pages, items }) => pages === 24 && items === 24);
  const predicted = totalOf(held.pages, held.items);
  const measuredHeld = median(heldOut.map((one) => one.reading + one.judging));
  // Cores used while judging the largest document. Other load only lowers this, so the highest round counts.
  const judgingCores = Math.max(...largest.map((one) => one.judging / Math.max(0.01, one.seconds - one.reading)));
  // Time of the smallest document without CPU time.
  const smallest = costs.filter(({ pages, items }) => pages === 1 && items === 1);
  const waitingSeconds = Math.max(0, Math.min(...smallest.map((one) => one.seconds - one.reading - one.judging)));

  const tables = `SELECT CASE WHEN n.nspname = 'pgboss' THEN 'pgboss (queue)' ELSE c.relname END AS name,
      sum(pg_table_size(c.oid))::float8 AS bytes, sum(pg_indexes_size(c.oid))::float8 AS "indexBytes"
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relkind = 'r' AND n.nspname IN ('public', 'pgboss') GROUP BY 1 ORDER BY 1`;
  const countOf = async (name: string) =>
    (await query<{ n: number }>(`SELECT count(*)::int AS n FROM ${name.startsWith("pgboss") ? "pgboss.job" : name}`))[0]
      ?.n ?? 0;
  const sizes = async () => {
    await query("VACUUM");
    const found = await query<{ name: string; bytes: number; indexBytes: number }>(tables);
    const counted = [];
    for (const one of found) counted.push({ ...one, rows: await countOf(one.name) });
    return counted;
  };
  const work = async () => {
    // Statistics of other sessions arrive up to a second late.
    await wait(1500);
    const [row] = await query<{ commits: number; wal: number }>(
      "SELECT xact_commit::float8 AS commits, (pg_current_wal_lsn() - '0/0')::float8 AS wal FROM pg_stat_database WHERE datname = current_database()",
    );
    const postgres = processTree(await installation.postgresPid());
    const postgresCpu =
      postgres.reduce((sum, one) => sum + one.cpuSeconds, 0) + (postgres[0]?.endedChildrenCpuSeconds ?? 0);
    return {
      // Without this benchmark's own queries, each of which is a commit.
      commits: (row?.commits ?? 0) - ownQueries,
      wal: row?.wal ?? 0,
      postgresCpu,
      apiCpu: processTree(apiPid)[0]?.cpuSeconds ?? 0,
      at: performance.now(),
    };
  };
  const atRest = await work();
  await wait(restSeconds * 1000);
  const stillAtRest = await work();
  const idle = (key: "commits" | "wal" | "postgresCpu" | "apiCpu") =>
    ((stillAtRest[key] - atRest[key]) / (stillAtRest.at - atRest.at)) * 1000;

  const blobBytes = async () => {
    const all: Record<string, { files: number; bytes: number }> = {};
    for await (const path of glob("blobs/**/*", { cwd: installation.folder })) {
      const entry = await stat(join(installation.folder, path));
      if (!entry.isFile()) continue;
      const kind = path.includes("pages-") ? "pages" : "originals";
      const sum = all[kind] ?? { files: 0, bytes: 0 };
      all[kind] = { files: sum.files + 1, bytes: sum.bytes + entry.size };
    }
    return all;
  };

  const file = { name: "contract.pdf", bytes: await casePdf(typical.pages) };
  const [tablesBefore, blobsBefore, before] = [await sizes(), await blobBytes(), await work()];
  for (let at = 0; at < documents; at++) await submit(url, company, file, typical.items);
  sent += documents;
  let mostConnections: Record<string, number> = {};
  await until(async () => {
    await wait(1000);
    const now = await connections();
    for (const [name, count] of Object.entries(now))
      mostConnections = { ...mostConnections, [name]: Math.max(mostConnections[name] ?? 0, count) };
    return (await endedCount()) === sent;
  }, documents * 30);
  const after = await work();
  const [tablesAfter, blobsAfter] = [await sizes(), await blobBytes()];
  const elapsed = (after.at - before.at) / 1000;
  const perDocument = (key: "commits" | "wal" | "postgresCpu" | "apiCpu") =>
    (after[key] - before[key] - idle(key) * elapsed) / documents;
  // These few documents do not fill index pages, so index bytes are measured on a grown database.
  await query("SET session_replication_role = replica");
  await seedGrowth(query, grownTo);
  const tablesGrown = await sizes();
  const indexBytesPerRow = (name: string) => {
    const [was, is] = [tablesAfter, tablesGrown].map((all) => all.find((one) => one.name === name));
    const rows = (is?.rows ?? 0) - (was?.rows ?? 0);
    return rows > 0 ? ((is?.indexBytes ?? 0) - (was?.indexBytes ?? 0)) / rows : undefined;
  };
  const rowsByTable = tablesAfter
    .map((one) => {
      const was = tablesBefore.find(({ name }) => name === one.name);
      const grown = (key: "rows" | "bytes" | "indexBytes") => (one[key] - (was?.[key] ?? 0)) / documents;
      return {
        table: one.name,
        rows: three(grown("rows")),
        bytes: Math.round(grown("bytes")),
        indexBytes: Math.round((indexBytesPerRow(one.name) ?? Number.NaN) * grown("rows") || grown("indexBytes")),
      };
    })
    .filter(({ rows, bytes, indexBytes }) => rows > 0 || bytes + indexBytes > 0)
    .toSorted((a, b) => b.bytes + b.indexBytes - a.bytes - a.indexBytes);
  const blobsPer = (kind: string, key: "files" | "bytes") =>
    ((blobsAfter[kind]?.[key] ?? 0) - (blobsBefore[kind]?.[key] ?? 0)) / documents;
  const [workerFigures, ...readers] = processTree(workerPid);
  const megabytes = (bytes: number | undefined) => Math.round((bytes ?? 0) / 1e6);

  const footprint = {
    measured: {
      with: "npm run bench:footprint",
      cores: cpus().length,
      processor: cpus()[0]?.model.trim() ?? "",
      rounds,
      loadAtTheEnd: three(loadavg()[0] ?? 0),
    },
    cpuSeconds: {
      reading: { perDocument: three(reading[0] ?? 0), perPage: three(reading[1] ?? 0) },
      judging: {
        perDocument: three(judging[0] ?? 0),
        perPage: three(judging[1] ?? 0),
        perItem: three(judging[2] ?? 0),
        perPageAndItem: three(judging[3] ?? 0),
        cores: three(judgingCores),
      },
      waitingSeconds: three(waitingSeconds),
      heldOut: { ...held, predicted: three(predicted), measured: three(measuredHeld) },
    },
    perDocument: {
      ...typical,
      documents,
      tables: rowsByTable,
      databaseBytes: rowsByTable.reduce((sum, one) => sum + one.bytes + one.indexBytes, 0),
      databaseRows: three(rowsByTable.reduce((sum, one) => sum + one.rows, 0)),
      commits: three(perDocument("commits")),
      walBytes: Math.round(perDocument("wal")),
      postgresCpuSeconds: three(perDocument("postgresCpu")),
      apiCpuSeconds: three(perDocument("apiCpu")),
      originalFiles: three(blobsPer("originals", "files")),
      originalBytes: Math.round(blobsPer("originals", "bytes")),
      pageFiles: three(blobsPer("pages", "files")),
      pageBytes: Math.round(blobsPer("pages", "bytes")),
    },
    atRest: {
      commitsPerSecondOfApi: three(commitsOfApi),
      commitsPerSecondOfWorker: three(commitsOfBoth - commitsOfApi),
      walBytesPerSecond: Math.round(idle("wal")),
    },
    connections: { apiAtRest: ofApi, apiAndWorkerAtRest: ofBoth, apiAndWorkerAtMost: mostConnections },
    memoryMegabytes: {
      worker: megabytes(workerFigures?.peakBytes),
      reader: megabytes(Math.max(0, ...readers.map(({ peakBytes }) => peakBytes))),
      api: megabytes(processTree(apiPid)[0]?.peakBytes),
    },
  };
  await writeFile(join(import.meta.dirname, "../docs/footprint.json"), `${JSON.stringify(footprint, null, 2)}\n`);
  console.log(JSON.stringify(footprint, null, 2));
  console.table(
    costs.map(({ pages, items, ...one }) => ({
      pages,
      items,
      ...Object.fromEntries(Object.entries(one).map(([name, value]) => [name, three(value)])),
      fitted: three(totalOf(pages, items)),
    })),
  );
  reportFigure({
    figure: `CPU of a document of ${held.pages} pages × ${held.items} items, predicted by the coefficients`,
    measured: predicted,
    unit: "s",
    peer: { name: "measured", measured: measuredHeld },
  });
  reportFigure({
    figure: `database bytes of a document of ${typical.pages} pages × ${typical.items} items`,
    measured: footprint.perDocument.databaseBytes,
    unit: "B",
  });
} finally {
  await installation.stop();
}
process.exit(0);
