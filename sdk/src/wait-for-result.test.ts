import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Assay } from "./index.ts";

/** Timers fire immediately, in virtual time. */
function useVirtualTime(context: TestContext) {
  let now = 0;
  context.mock.method(performance, "now", () => now);
  context.mock.timers.enable({ apis: ["setTimeout"] });
  return {
    seconds: () => now / 1000,
    async advanceUntil<T>(awaited: Promise<T>): Promise<T> {
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

test("waitForResult continues after the service was unreachable for minutes", async (context) => {
  const time = useVirtualTime(context);
  const assay = new Assay({
    baseUrl: "http://localhost",
    fetch: async () => {
      const seconds = time.seconds();
      if (seconds > 1 && seconds < 200) throw new TypeError("fetch failed");
      return Response.json({ status: seconds < 250 ? "processing" : "completed", progress: {} });
    },
  });
  const { status } = await time.advanceUntil(assay.waitForResult("d"));
  assert.equal(status, "completed");
  assert.ok(time.seconds() > 200);
});

test("waitForResult ends at its time limit when the service is unreachable", async (context) => {
  const time = useVirtualTime(context);
  const assay = new Assay({ baseUrl: "http://localhost", fetch: () => Promise.reject(new TypeError("fetch failed")) });
  await assert.rejects(time.advanceUntil(assay.waitForResult("d", { timeoutSeconds: 20 })), { code: "network" });
  assert.ok(time.seconds() <= 21, `${time.seconds()} seconds`);
});
