// Time of a report of 2,000 requirements in 10 documents, in each format. Meanwhile /health is polled; its slowest response
// shows how long the service is blocked.
import { setTimeout as wait } from "node:timers/promises";
import { startAssay, withoutLimits } from "../e2e/assay-process.ts";
import { Administration } from "../sdk/src/administration.ts";
import { Assay, type ReportFormat, type ReportPart } from "../sdk/src/index.ts";
import { systemClock } from "../server/src/platform/clock.ts";
import { idSource } from "../server/src/platform/ids.ts";
import { aFrameworkOf } from "../server/src/testing/seeded-review.ts";
import { startBenchDatabase } from "./bench-database.ts";
import { reportFigure } from "./figures.ts";
import { seedLargeReview } from "./large-review.ts";
import { peakBytesOfChildren } from "./process-figures.ts";

const itemCount = 2000;
const documentCount = 10;
const restSeconds = 3;
const adminToken = "bench-administrator-token-0123456789";

const database = await startBenchDatabase();
try {
  const service = await startAssay({
    ...{ ASSAY_DATA_DIR: database.dataDirectory, DATABASE_URL: database.url, ASSAY_ADMIN_TOKEN: adminToken },
    ...{ ...withoutLimits, ASSAY_LOG_LEVEL: "warn" },
  });
  const { url } = service;
  const admin = new Administration({ baseUrl: url, adminToken });
  const ids = idSource(systemClock);
  const framework = aFrameworkOf(() => ids.next(), itemCount, 20);
  await admin.loadFramework(framework);
  const { apiKey: partnerKey } = await admin.createPartner({ name: "Bench" });
  const company = await new Assay({ baseUrl: url, apiKey: partnerKey }).onboardCompany({ name: "Bench" });

  const { reviewId } = await seedLargeReview(
    { databaseUrl: database.url, ids },
    {
      ...{ company, framework },
      fileNames: Array.from({ length: documentCount }, (_, index) => `version-${index + 1}.pdf`),
    },
  );

  console.log(`${itemCount} requirements in ${documentCount} documents`);
  console.log(`idle: ${Math.round(peakBytesOfChildren() / 1e6)} MB`);
  const idle = watchHealth(url);
  await wait(restSeconds * 1000);
  const peer = { name: "idle", measured: Math.round(await idle.stop()) };
  const reports: { name: string; format: ReportFormat; part?: ReportPart }[] = [
    ...[
      { name: "csv", format: "csv" as const },
      { name: "xlsx", format: "xlsx" as const },
    ],
    ...[
      { name: "oscal", format: "oscal" as const },
      { name: "pdf", format: "pdf" as const },
    ],
    { name: "pdf for the board", format: "pdf", part: "board" },
    { name: "docx", format: "docx" },
  ];
  for (const { name, format, part = "all" } of reports) {
    const slowest = watchHealth(url);
    const startedAt = performance.now();
    const query = part === "all" ? "" : `&part=${part}`;
    const headers = { "x-api-key": company.companyApiKey };
    const answer = await fetch(`${url}/v1/compliance-reviews/${reviewId}/report?format=${format}${query}`, { headers });
    const firstByte = performance.now() - startedAt;
    let sizeBytes = 0;
    for await (const piece of answer.body ?? []) sizeBytes += piece.length;
    const complete = performance.now() - startedAt;
    const slowestHealth = Math.round(await slowest.stop());
    reportFigure({ figure: `${name}: complete`, measured: complete / 1000, unit: "s" });
    reportFigure({ figure: `${name}: slowest /health response`, measured: slowestHealth, unit: "ms", peer });
    const figures = [
      `${name.padEnd(17)} ${(sizeBytes / 1e6).toFixed(1).padStart(5)} MB`,
      `first byte ${(firstByte / 1000).toFixed(1)} s`,
      `complete ${(complete / 1000).toFixed(1)} s`,
      `slowest /health response ${slowestHealth} ms`,
      `peak memory ${Math.round(peakBytesOfChildren() / 1e6)} MB`,
    ];
    console.log(figures.join(", "));
  }
  service.child.kill("SIGTERM");
  await service.ended;
} finally {
  await database.close();
}

function watchHealth(url: string): { stop: () => Promise<number> } {
  let isWatching = true;
  let slowest = 0;
  const watching = (async () => {
    while (isWatching) {
      const askedAt = performance.now();
      await (await fetch(`${url}/health`)).text();
      slowest = Math.max(slowest, performance.now() - askedAt);
      await wait(10);
    }
  })();
  return {
    async stop() {
      isWatching = false;
      await watching;
      return slowest;
    },
  };
}
