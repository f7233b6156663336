import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AppError } from "../platform/app-error.ts";
import { systemClock } from "../platform/clock.ts";
import type { Id } from "../platform/ids.ts";
import { gatherReport } from "../reports/gather-report.ts";
import type { ReportSource } from "../reports/report-content.ts";
import { makeReportSigner } from "../reports/report-signature.ts";
import type { Review } from "../reviews/review.ts";
import { type ACompany, aCompany, aReview } from "../testing/builders.ts";
import { aFrameworkOf, seedDocuments } from "../testing/seeded-review.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { openReportThreads } from "./report-threads.ts";

let server: TestServer;
let company: ACompany;
let review: Review;
const signer = makeReportSigner(Buffer.alloc(32, 1));
before(async () => {
  server = await startTestServer();
  company = await aCompany(server);
  const framework = aFrameworkOf(server.nextId, 400, 8);
  const loaded = await server.call("/v1/admin/frameworks", { admin: true, body: framework });
  assert.equal(loaded.status, 201, loaded.text);
  const controlId = framework.controls[0]?.id ?? "";
  review = await aReview(server, company, { frameworkId: framework.id, controlId });
  await seedDocuments(server.database.query, server.nextId, {
    ...{ companyId: company.companyId, reviewId: review.id, controlId },
    fileNames: ["one.pdf", "two.pdf", "three.pdf"],
  });
});
after(() => server.close());

const gather = (format: "pdf" | "csv") =>
  gatherReport({ db: server.database.db, clock: systemClock, signer, reviewBelow: 0.75 }, review, format);

test("the main thread does less than a quarter of the work of a report", async () => {
  const generator = openReportThreads({ signer, maxConcurrent: 1 });
  const source = await gather("pdf");
  // A share of the process's CPU time does not depend on the processor's speed or on other load.
  const [all, own] = [process.cpuUsage(), process.threadCpuUsage()];
  let size = 0;
  for await (const piece of generator.write(company.companyId, "pdf", async () => source)) size += piece.length;
  const share = process.threadCpuUsage(own).user / process.cpuUsage(all).user;
  assert.ok(size > 300_000, String(size));
  assert.ok(share < 0.25, `${Math.round(share * 100)} % of the work is the main thread's`);
});

test("a report is written no faster than it is read, and ends when its reader goes away", async () => {
  const generator = openReportThreads({ signer, maxConcurrent: 1 });
  const source = await gather("csv");
  let slices = 0;
  const counted: ReportSource = {
    ...source,
    async *slices() {
      for await (const slice of source.slices()) {
        slices += 1;
        yield slice;
      }
    },
  };
  let pieces = 0;
  for await (const _ of generator.write(company.companyId, "csv", async () => counted)) {
    pieces += 1;
    if (pieces === 3) break;
  }
  assert.ok(slices <= 4, `${slices} slices were read for ${pieces} pieces`);
  // The slot is free again.
  let size = 0;
  for await (const piece of generator.write(company.companyId, "csv", () => gather("csv"))) size += piece.length;
  assert.ok(size > 100_000);
});

test("a company with too many queued reports is refused as unavailable with a retry time", async () => {
  const generator = openReportThreads({ signer, maxConcurrent: 1 });
  const begun = await Promise.all(
    [1, 2, 3, 4].map(async () => generator.write(company.companyId, "csv", () => gather("csv"))),
  );
  const readings = begun.map(async (report) => (await Array.fromAsync(report)).length);
  const another = generator.write(company.companyId, "csv", () => gather("csv"));
  await assert.rejects(
    async () => Array.fromAsync(another),
    (error) => error instanceof AppError && error.code === "unavailable" && error.retryAfterSeconds === 10,
  );
  const [first, ...others] = await Promise.all(readings);
  assert.deepEqual(others, [first, first, first]);
});

test("a refused report reads nothing from the database", async () => {
  const generator = openReportThreads({ signer, maxConcurrent: 1 });
  const never = () => new Promise<ReportSource>(() => undefined);
  for (let n = 0; n < 4; n++) void generator.write(company.companyId, "csv", never)[Symbol.asyncIterator]().next();
  const refused = generator.write(company.companyId, "csv", () => assert.fail("it was gathered"));
  await assert.rejects(async () => Array.fromAsync(refused), /Too many reports/);
});

test("a company's reports leave half of the slots to others, even when nobody reads them", async () => {
  const generator = openReportThreads({ signer, maxConcurrent: 2 });
  const begun = [1, 2, 3].map(() => {
    const pieces = generator.write(company.companyId, "csv", () => gather("csv"))[Symbol.asyncIterator]();
    return { pieces, first: pieces.next() };
  });
  await begun[0]?.first;
  const other = generator.write(server.nextId() as Id, "csv", () => gather("csv"));
  assert.ok((await Array.fromAsync(other)).length > 0);
  for (const { pieces } of begun) {
    await pieces.next();
    await pieces.return?.();
  }
});

test("a report that is not read in time ends, and its slot is free", async () => {
  const generator = openReportThreads({ signer, maxConcurrent: 1, maxReaderWaitSeconds: 0.2 });
  const slow = generator.write(company.companyId, "csv", () => gather("csv"))[Symbol.asyncIterator]();
  await slow.next();
  let size = 0;
  for await (const piece of generator.write(company.companyId, "csv", () => gather("csv"))) size += piece.length;
  assert.ok(size > 100_000);
  await assert.rejects(async () => {
    while (!(await slow.next()).done);
  }, /read too slowly/);
});

test("an error while a report is written reaches its reader", async () => {
  const generator = openReportThreads({ signer, maxConcurrent: 1 });
  const source = await gather("csv");
  const failing: ReportSource = {
    ...source,
    // biome-ignore lint/correctness/useYield: it fails before the first
    async *slices() {
      throw new Error("the database is gone");
    },
  };
  await assert.rejects(
    async () => Array.fromAsync(generator.write(company.companyId, "csv", async () => failing)),
    /database is gone/,
  );
});
