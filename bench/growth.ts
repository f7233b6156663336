// npm run bench:growth [-- --small 1000 --large 1000000 --companies 2000 --rounds 200]
// Compares every read operation over HTTP and the claim of a job on a small and a large database in the same PostgreSQL,
// alternately and with the same requests. Also plans every statement of the service on the large one: none may scan a
// growing table.
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openLogger } from "../server/src/platform/logger.ts";
import { startEmbeddedPostgres } from "../server/src/postgres/embedded-postgres.ts";
import { describedOperations, type Operation } from "../server/src/testing/fuzz/described-operation.ts";
import { aFuzzWorld, type FuzzWorld } from "../server/src/testing/fuzz/fuzz-world.ts";
import { cookiesFor } from "../server/src/testing/fuzz/fuzzed-people.ts";
import { openJobClaims } from "../server/src/testing/job-claims.ts";
import {
  finishedDocuments,
  type Growth,
  inBulk,
  seedGrowth,
  waitingDocuments,
} from "../server/src/testing/seeded-growth.ts";
import { seedDocuments } from "../server/src/testing/seeded-review.ts";
import { grownDocuments, scansOfEveryStatement, scansOfRemovals } from "../server/src/testing/statement-plans.ts";
import { testClock } from "../server/src/testing/test-clock.ts";
import { createTestDatabase } from "../server/src/testing/test-database.ts";
import { adminToken, startTestServer } from "../server/src/testing/test-server.ts";
import { prepareTemplate } from "../server/src/testing/test-template.ts";
import { reportFigure } from "./figures.ts";
import { median } from "./median.ts";

const { values } = parseArgs({
  options: {
    small: { type: "string", default: "1000" },
    large: { type: "string", default: "1000000" },
    companies: { type: "string", default: "2000" },
    rounds: { type: "string", default: "200" },
  },
});
function count(name: keyof typeof values, least: number): number {
  const number = Number(values[name]);
  if (Number.isSafeInteger(number) && number >= least && number <= 100_000_000) return number;
  console.error(`--${name} must be a whole number of at least ${least}`);
  process.exit(2);
}
const rounds = count("rounds", 1);
const companies = count("companies", 1);
// With fewer documents no job waits to be claimed.
const sizes = [count("small", 100), count("large", 100)];
const warmUpRounds = 20;
const barOfReads = 1.5;
const barOfClaims = 2;
/** Documents of the requested review, with findings of every item. */
const reviewedDocuments = 10;
const pageLimit = "20";

const folder = await mkdtemp(join(tmpdir(), "assay-growth-"));
// The database's account needs to traverse the folder.
await chmod(folder, 0o711);
const postgres = await startEmbeddedPostgres({
  dataDirectory: folder,
  password: "bench",
  settings: ["max_wal_size=4GB", "max_connections=100"],
  onProblem: (message) => console.error(message),
});

async function openSide(growth: Growth) {
  const startedAt = performance.now();
  const database = await createTestDatabase();
  const clock = testClock();
  // The tests' logger searches every line for secrets, which would be measured.
  const server = await startTestServer({ database, clock, logger: openLogger("silent") });
  const claims = await openJobClaims(database.url);
  const world = await aFuzzWorld(server, clock);
  await inBulk(database.url, async (query) => {
    await seedDocuments(query, server.nextId, {
      companyId: world.company.companyId,
      reviewId: world.ids["reviewId"]?.[0] ?? "",
      controlId: world.ids["controlId"]?.[0] ?? "",
      fileNames: Array.from({ length: reviewedDocuments }, (_, at) => `contract-${at + 1}.pdf`),
    });
    await seedGrowth(query, growth);
    await claims.fill({ finished: finishedDocuments(growth), waiting: waitingDocuments(growth) });
  });
  const [{ bytes } = { bytes: "0" }] = await database.query<{ bytes: string }>(
    "SELECT pg_database_size(current_database()) AS bytes",
  );
  console.log(
    `${growth.documents} documents of ${growth.companies} companies: ${(Number(bytes) / 2 ** 20).toFixed(0)} MiB, written in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  );
  const address = await server.app.listen({ port: 0, host: "127.0.0.1" });
  const reads = (await describedOperations(server)).filter(({ method }) => method === "GET");
  return {
    reads: reads.map((operation) => ({
      name: operation.operationId,
      url: address + pathOf(operation, world),
      headers: headersFor(operation, world, adminToken),
    })),
    claims,
    /** Statements that scan a growing table; undefined where the database is small enough for that. */
    async findScans(): Promise<string[] | undefined> {
      if (growth.documents < grownDocuments) return undefined;
      return [...(await scansOfEveryStatement(database.query)).found, ...(await scansOfRemovals(database.query))];
    },
    // Rate limits count by the minute, and each round has its own.
    nextRound: () => clock.advance(60),
    async close() {
      await claims.close();
      await server.close();
      await database.drop();
    },
  };
}

function pathOf(operation: Operation, world: FuzzWorld): string {
  const [file] = world.files;
  const ofFile: Record<string, string | undefined> = { documentId: file?.[0], fileId: file?.[1], pageNumber: "1" };
  const stepOf = (name: string) => ofFile[name] ?? world.ids[name]?.[0] ?? "";
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => stepOf(name));
  const asked: Record<string, string> = { limit: pageLimit, format: "csv", controlId: stepOf("controlId") };
  const query = operation.parameters
    .filter((one) => one.in === "query" && asked[one.name] !== undefined)
    .map(({ name }): [string, string] => [name, asked[name] ?? ""]);
  return query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path;
}

function headersFor(operation: Operation, world: FuzzWorld, adminToken: string) {
  const { security, description = "" } = operation;
  const isFor = (scheme: string) => security.some((one) => scheme in one);
  if (isFor("administrator")) return { authorization: `Bearer ${adminToken}` };
  if (isFor("session")) return { cookie: cookiesFor(operation, world.people)[0] ?? "" };
  if (!isFor("apiKey")) return {};
  const isPartners = description.endsWith("Needs a partner key.");
  return { "x-api-key": isPartners ? world.company.partner.key : world.company.key };
}

async function millisecondsOf({ name, url, headers }: { name: string; url: string; headers: Record<string, string> }) {
  const startedAt = performance.now();
  const answer = await fetch(url, { headers });
  const text = await answer.text();
  const milliseconds = performance.now() - startedAt;
  if (!answer.ok) throw new Error(`${name} returned ${answer.status}: ${text.slice(0, 300)}`);
  return milliseconds;
}

let isMet = true;
try {
  await prepareTemplate(postgres.url);
  process.env["ASSAY_TEST_POSTGRES"] = postgres.url;
  const sides: Awaited<ReturnType<typeof openSide>>[] = [];
  for (const documents of sizes) sides.push(await openSide({ documents, companies }));
  const scans = await sides.at(-1)?.findScans();
  if (scans === undefined) console.log(`NOT RUN: plans are checked from ${grownDocuments} documents on`);
  else {
    console.log(`${scans.length} statements scan a growing table, with ${sizes[1]} documents`);
    for (const scan of scans) console.log(`  ${scan}`);
    reportFigure({
      figure: `statements that scan a growing table, ${sizes[1]} documents`,
      measured: scans.length,
      atMost: 0,
    });
    if (scans.length > 0) isMet = false;
  }
  const figures = new Map<string, number[][]>();
  const record = (name: string, side: number, milliseconds: number, round: number) => {
    if (round < warmUpRounds) return;
    const all = figures.get(name) ?? sides.map(() => []);
    all[side]?.push(milliseconds);
    figures.set(name, all);
  };
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    for (const side of sides) side.nextRound();
    // In alternating order, so that neither always follows the other.
    const inOrder = round % 2 === 0 ? [...sides.entries()] : [...sides.entries()].toReversed();
    for (const at of sides[0]?.reads.keys() ?? [])
      for (const [index, { reads }] of inOrder) {
        const read = reads[at];
        if (read !== undefined) record(read.name, index, await millisecondsOf(read), round);
      }
    for (const [index, { claims }] of inOrder) record("the claim of a job", index, await claims.claim(), round);
  }
  const table = [...figures].map(([name, [small = [], large = []]]) => {
    const ratio = median(large) / median(small);
    const bar = name === "the claim of a job" ? barOfClaims : barOfReads;
    if (!(ratio < bar)) isMet = false;
    const peer = { name: `${sizes[0]} documents`, measured: median(small) };
    reportFigure({
      figure: `${name}, p50 with ${sizes[1]} documents`,
      measured: median(large),
      unit: "ms",
      peer,
      below: bar,
    });
    return { name, "small p50 ms": median(small), "large p50 ms": median(large), ratio, bar, met: ratio < bar };
  });
  console.log(`${sizes.join(" and ")} documents, ${rounds} rounds after ${warmUpRounds} of warm-up, alternately`);
  const rounded = table.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, typeof value === "number" ? Number(value.toFixed(2)) : value]),
    ),
  );
  console.table(rounded.toSorted((a, b) => Number(b["ratio"]) - Number(a["ratio"])));
  for (const side of sides) await side.close();
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit(isMet ? 0 : 1);
