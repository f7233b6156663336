// npm run bench:portal
// Time until the portal's sign-in form accepts input, in a browser without cache; and frames while two thousand requirements
// are scrolled and filtered.
import { createPortalCompany } from "../e2e/portal-company.ts";
import { openPortal, type Portal } from "../e2e/portal-fixture.ts";
import { filterRequirements, scrollRequirements } from "../e2e/requirement-rows.ts";
import { systemClock } from "../server/src/platform/clock.ts";
import { idSource } from "../server/src/platform/ids.ts";
import { aFrameworkOf } from "../server/src/testing/seeded-review.ts";
import { startBenchDatabase } from "./bench-database.ts";
import { reportFigure } from "./figures.ts";
import { watchFrames } from "./frame-watch.ts";
import { seedLargeReview } from "./large-review.ts";
import { median } from "./median.ts";

const rounds = 5;
const requirementCount = 2000;
const longestFrame = 100;

const database = await startBenchDatabase();
const portal = await openPortal({ DATABASE_URL: database.url });
try {
  const seconds = median(await secondsUntilUsable(portal));
  reportFigure({ figure: "until the portal can be used, median", measured: seconds, unit: "s", below: 2 });

  const page = await portal.open(...(await aLargeReview(portal)));
  await page.getByTestId("items-shown").getByText("2,000 of 2,000").waitFor();
  for (const [name, act] of Object.entries({ scrolled: scrollRequirements, filtered: filterRequirements })) {
    const { count, longestMilliseconds, longestWorkMilliseconds } = await watchFrames(page, () => act(page));
    console.log(
      `${requirementCount} requirements ${name}: ${count} frames, the longest ${longestMilliseconds} ms, ` +
        `${longestWorkMilliseconds} ms of them the page's own work (bar: at most ${longestFrame})`,
    );
    const figure = `longest frame, ${requirementCount} requirements ${name}`;
    reportFigure({ figure, measured: longestWorkMilliseconds, unit: "ms", atMost: longestFrame });
  }
} finally {
  await portal.close();
  await database.close();
}

async function secondsUntilUsable({ newContext, url }: Portal): Promise<number[]> {
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const context = await newContext();
    const page = await context.newPage();
    const startedAt = performance.now();
    await page.goto(`${url}/portal/`);
    await page.getByLabel("Key or token").fill("a key");
    seconds.push((performance.now() - startedAt) / 1000);
    await context.close();
  }
  console.log(`seconds until the portal can be used: ${seconds.map((one) => one.toFixed(2)).join(" ")} (bar: under 2)`);
  return seconds;
}

/** The key that may read the review, and its path. */
async function aLargeReview(portal: Portal): Promise<[key: string, path: string]> {
  const ids = idSource(systemClock);
  const framework = aFrameworkOf(() => ids.next(), requirementCount, 20);
  await portal.administration.loadFramework(framework);
  const company = await createPortalCompany(portal);
  const fileNames = ["one.pdf", "two.pdf"];
  const { reviewId } = await seedLargeReview({ databaseUrl: database.url, ids }, { company, framework, fileNames });
  return [company.key, `/reviews/${reviewId}`];
}
