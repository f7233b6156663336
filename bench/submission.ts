// npm run bench:submission
// Time from the submission of a file to its result on an idle service. The first document is reported separately, because it
// waits for the models to load.
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { aDataDirectory, startAssay, withoutLimits } from "../e2e/assay-process.ts";
import { aCompany, aForm, call, readAdminToken, submissionUrl } from "../e2e/company.ts";
import { casePdf } from "./case-sentences.ts";
import { reportFigure } from "./figures.ts";
import { median } from "./median.ts";

const pages = 10;
const items = 20;
const documents = 7;
const pollMilliseconds = 20;
/** Between documents, so that the service is idle. */
const restMilliseconds = 1000;

const data = await aDataDirectory();
const dataDirectory = join(data.path, "assay");
// Polling this often would reach the rate limit.
const settings = { ASSAY_DATA_DIR: dataDirectory, ...withoutLimits };
const assay = await startAssay(settings, [], join(data.path, "assay.log"));
try {
  const company = await aCompany(assay, await readAdminToken(dataDirectory));
  const seconds: number[] = [];
  for (let at = 0; at < documents; at++) {
    // Each document has other pages, so that caches do not help.
    const bytes = await casePdf(pages, at * pages);
    await wait(restMilliseconds);
    const startedAt = performance.now();
    const { documentId } = await call(
      submissionUrl(assay, company, items),
      company.headers,
      aForm([{ name: `${at}.pdf`, bytes }]),
    );
    for (let status = "queued"; status !== "completed"; await wait(pollMilliseconds)) {
      ({ status } = await call(`${assay.url}/v1/documents/${documentId}/result?fields=status`, company.headers));
      if (status === "failed") throw new Error(`document ${at} failed`);
    }
    seconds.push((performance.now() - startedAt) / 1000);
  }
  const [first = Number.NaN, ...later] = seconds;
  console.log(
    `${pages} pages × ${items} items, from submission to result: ${seconds.map((one) => one.toFixed(2)).join(", ")} s`,
  );
  reportFigure({
    figure: `${pages} pages × ${items} items, from submission to result`,
    measured: median(later),
    unit: "s",
    below: 4,
  });
  reportFigure({ figure: "the first document after a start", measured: first, unit: "s" });
} finally {
  assay.child.kill("SIGTERM");
  await assay.ended;
  await data.remove();
}
