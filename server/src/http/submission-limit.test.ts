import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { aCompany, putChunk, startUpload, storedFiles, submit, unknownId } from "../testing/builders.ts";
import { aFile, aSubmissionFixture } from "../testing/submission-fixture.ts";
import { startTestServer } from "../testing/test-server.ts";

const { server, target, clock } = await aSubmissionFixture();
after(() => server.close());

describe("the submission limit of a company", () => {
  test("counts accepted submissions of both routes and answers 429 with Retry-After until the hour is over", async () => {
    const limited = await startTestServer({ clock, limits: { submissionsPerHour: 3 } });
    try {
      const own = await aCompany(limited);
      const fields = { businessEntityId: own.businessEntityId, controlId: target.controlId };
      const start = (headers = {}) =>
        startUpload(
          limited,
          own,
          { ...fields, complianceFrameworkId: target.frameworkId, files: [{ fileName: "a", fileSize: 3 }] },
          headers,
        );
      const headers = { "idempotency-key": "first" };
      const first = await submit(limited, own, fields, [aFile()], { headers });
      const started = await start();
      assert.equal((await submit(limited, own, { ...fields, businessEntityId: unknownId })).status, 404);
      assert.equal((await submit(limited, own, fields, [])).status, 400);
      const tooLong = [{ fileName: "x".repeat(300), fileSize: 3 }];
      const body = { ...fields, complianceFrameworkId: target.frameworkId, files: tooLong };
      assert.equal((await startUpload(limited, own, body)).status, 400);
      assert.equal((await submit(limited, own, fields)).status, 202);
      clock.advance(600);
      const before = await storedFiles(limited);
      for (const refusal of [
        await submit(limited, own, fields),
        await start(),
        await start({ "idempotency-key": "new" }),
      ]) {
        assert.equal(refusal.status, 429, refusal.text);
        assert.equal(refusal.headers["retry-after"], "3000");
        assert.equal(refusal.headers["x-error-code"], "submission_limit_reached");
      }
      assert.deepEqual(await storedFiles(limited), before);
      const again = await submit(limited, own, fields, [aFile()], { headers });
      assert.equal(again.text, first.text, "a replay is no new submission");
      assert.equal((await putChunk(limited, own, started.body, 0, 0, Buffer.from("abc"))).status, 200);
      const neighbour = await aCompany(limited);
      const theirs = { ...fields, businessEntityId: neighbour.businessEntityId };
      assert.equal((await submit(limited, neighbour, theirs)).status, 202, "another company has its own limit");
      clock.advance(3000);
      assert.equal((await submit(limited, own, fields)).status, 202);
    } finally {
      await limited.close();
    }
  });
});
