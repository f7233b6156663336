import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AppError } from "../platform/app-error.ts";
import { testClock } from "../testing/test-clock.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { openRateLimiter } from "./rate-limiter.ts";
import { submissionPolicy } from "./rate-policy.ts";
import { countSubmission } from "./submission-limit.ts";

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.drop());

test("a company that exceeds its submissions per hour is refused with the time to retry after, on every node", async () => {
  const clock = testClock();
  const nodes = [0, 1].map(() => openRateLimiter({ rates: database.db.rates, clock }));
  const settings = {
    partnerPerMinute: 1,
    companyPerMinute: 1,
    chunksPerMinute: 1,
    submissionsPerHour: 100,
    addressPerMinute: 1,
    signInPerMinute: 1,
  };
  const policy = submissionPolicy(settings, { submissionsPerHour: 3 });
  assert.equal(submissionPolicy(settings, {}).limit, 100);
  const submit = async (node: number, company = "A") => {
    const limiter = nodes[node];
    assert.ok(limiter);
    await countSubmission(limiter, policy, company);
  };
  for (const node of [0, 1, 0]) await submit(node);
  clock.advance(600);
  for (const node of [0, 1]) {
    await assert.rejects(submit(node), (error) => {
      assert.ok(error instanceof AppError);
      assert.equal(error.code, "submission_limit_reached");
      assert.equal(error.retryAfterSeconds, 3000);
      return true;
    });
  }
  await submit(0, "B");
  clock.advance(3000);
  await submit(1);
});
