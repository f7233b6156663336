import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AppError } from "../platform/app-error.ts";
import { systemClock } from "../platform/clock.ts";
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
  gatherReport({ db: server.database.db, clock: systemClock, signer }, review, format);

test("a report is written beside this thread, which only hands it what it reads", async () => {
  const desk = openReportThreads({ signer, atOnce: 1 });
  const source = await gather("pdf");
  // A share of this process's work, not a time: how fast the processor is and what others take from it cancel out.
  const [all, own] = [process.cpuUsage(), process.threadCpuUsage()];
  let size = 0;
  for await (const piece of desk.write(company.companyId, "pdf", source)) size += piece.length;
  const share = process.threadCpuUsage(own).user / process.cpuUsage(all).user;
  assert.ok(size > 1_000_000, String(size));
  assert.ok(share < 0.25, `${Math.round(share * 100)} in 100 of the work is this thread's`);
});

test("a report goes no further than it is read, and ends when its reader goes away", async () => {
  const desk = openReportThreads({ signer, atOnce: 1 });
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
  for await (const _ of desk.write(company.companyId, "csv", counted)) {
    pieces += 1;
    if (pieces === 3) break;
  }
  assert.ok(slices <= 4, `${slices} slices were read for ${pieces} pieces`);
  // The place is free again.
  let size = 0;
  for await (const piece of desk.write(company.companyId, "csv", await gather("csv"))) size += piece.length;
  assert.ok(size > 100_000);
});

test("a company that waits for too many reports already is told to come back", async () => {
  const desk = openReportThreads({ signer, atOnce: 1 });
  const begun = await Promise.all(
    [1, 2, 3, 4].map(async () => desk.write(company.companyId, "csv", await gather("csv"))),
  );
  const readings = begun.map(async (report) => (await Array.fromAsync(report)).length);
  const another = desk.write(company.companyId, "csv", await gather("csv"));
  await assert.rejects(
    async () => Array.fromAsync(another),
    (error) => error instanceof AppError && error.code === "unavailable" && error.retryAfterSeconds === 10,
  );
  const [first, ...others] = await Promise.all(readings);
  assert.deepEqual(others, [first, first, first]);
});

test("what fails while a report is written reaches whoever reads it", async () => {
  const desk = openReportThreads({ signer, atOnce: 1 });
  const source = await gather("csv");
  const failing: ReportSource = {
    ...source,
    // biome-ignore lint/correctness/useYield: it fails before the first
    async *slices() {
      throw new Error("the database is gone");
    },
  };
  await assert.rejects(async () => Array.fromAsync(desk.write(company.companyId, "csv", failing)), /database is gone/);
});
