import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Assay } from "./index.ts";

/** Everything that is waited for passes at once, in a time of its own. */
function inNoTime(context: TestContext) {
  let now = 0;
  context.mock.method(performance, "now", () => now);
  context.mock.timers.enable({ apis: ["setTimeout"] });
  return {
    seconds: () => now / 1000,
    async passing<T>(awaited: Promise<T>): Promise<T> {
      let isOver = false;
      const end = () => {
        isOver = true;
      };
      awaited.then(end, end);
      while (!isOver) {
        await new Promise((resolve) => setImmediate(resolve));
        now += 100;
        context.mock.timers.tick(100);
      }
      return awaited;
    },
  };
}

test("waiting for a result sits through a restart of the service that takes minutes", async (context) => {
  const time = inNoTime(context);
  const assay = new Assay({
    baseUrl: "http://localhost",
    fetch: async () => {
      const seconds = time.seconds();
      if (seconds > 1 && seconds < 200) throw new TypeError("fetch failed");
      return Response.json({ status: seconds < 250 ? "processing" : "completed", progress: {} });
    },
  });
  const { status } = await time.passing(assay.waitForResult("d"));
  assert.equal(status, "completed");
  assert.ok(time.seconds() > 200);
});

test("waiting for the result of a service that is away ends when the waiting was to end", async (context) => {
  const time = inNoTime(context);
  const assay = new Assay({ baseUrl: "http://localhost", fetch: () => Promise.reject(new TypeError("fetch failed")) });
  await assert.rejects(time.passing(assay.waitForResult("d", { timeoutSeconds: 20 })), { code: "network" });
  assert.ok(time.seconds() <= 21, `${time.seconds()} seconds`);
});
