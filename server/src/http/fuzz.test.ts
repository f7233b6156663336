import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { pino } from "pino";
import { describedOperations, faultOf, type Operation } from "../testing/fuzz/described-operation.ts";
import { aFuzzWorld, type FuzzWorld, learnFrom } from "../testing/fuzz/fuzz-world.ts";
import { type FuzzedRequest, fuzzedRequest } from "../testing/fuzz/fuzzed-request.ts";
import { findLeaks } from "../testing/leaked-secrets.ts";
import { testClock } from "../testing/test-clock.ts";
import { adminToken, startTestServer, type TestServer } from "../testing/test-server.ts";

/**
 * Sends every operation of the OpenAPI description valid, nearly valid and arbitrary input; every response must match
 * the description. `npm run fuzz` sends more; a seed reproduces a run.
 */

const requests = Number(process.env["ASSAY_FUZZ_REQUESTS"] ?? 1500);
const seed = Number(process.env["ASSAY_FUZZ_SEED"] ?? 20_260_301);
/** Requests per round; each round starts with fresh data. */
const mostPerOperation = 25;
/** An operation that no request has passed all checks of by chance gets as many requests again, this many times at most. */
const mostRepetitions = 3;

const clock = testClock();
let server: TestServer;
const logged: string[] = [];
before(async () => {
  const logger = pino({ level: "error" }, { write: (line) => void logged.push(line) });
  server = await startTestServer({
    ...{ logger, clock },
    // No DNS look-ups of generated host names.
    endpoints: { arePrivateAllowed: true, ownAddresses: [], ownPort: 0, resolve: async () => [] },
  });
});
after(() => server.close());

/** Sorted last, in this order: these operations end what other deletions need, then the caller's own access. */
const last = ["deleteDocument", "removePerson", "revokeKey", "eraseCompany"];

/** Creating and changing operations first, then reads, then deletions. */
const methodOrder = ["POST", "PUT", "PATCH", "GET", "DELETE"];
const sortOperations = (operations: Operation[]) =>
  operations.toSorted(
    (a, b) =>
      methodOrder.indexOf(a.method) - methodOrder.indexOf(b.method) ||
      last.indexOf(a.operationId) - last.indexOf(b.operationId),
  );

/** provider-sign-in.test.ts signs in with a real identity provider. */
const needProvider = ["beginProviderSignIn", "finishProviderSignIn"];

const statusesOf = new Map<string, Map<number, number>>();
const wasServed = ({ operationId }: Operation) =>
  [...(statusesOf.get(operationId)?.keys() ?? [])].some((status) => status < 300);

async function assertPromised(operation: Operation, world: FuzzWorld, request: FuzzedRequest): Promise<void> {
  const { url, call, standing } = request;
  const reply = await server.call(url, call);
  const statuses = statusesOf.get(operation.operationId) ?? new Map<number, number>();
  statusesOf.set(operation.operationId, statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1));
  const fault =
    faultOf(operation, reply, request) ??
    (standing !== "right" && reply.status < 400 ? `is open to ${standing} credentials` : undefined);
  if (fault !== undefined)
    assert.fail(
      `${operation.operationId} ${fault}\n${call.method} ${url}\nheaders ${JSON.stringify(call.headers)}\n` +
        `body ${call.payload?.toString().slice(0, 1500)}\nanswer ${reply.status} ${reply.text.slice(0, 600)}\n${logged.at(-1) ?? ""}`,
    );
  if (reply.status < 300) learnFrom(world, operation.operationId, reply.body);
}

test(`every response to random input matches the OpenAPI description (seed ${seed})`, async (context) => {
  const operations = sortOperations(await describedOperations(server));
  assert.ok(operations.length >= 60);
  let left = Math.ceil(requests / operations.length);
  const faults: string[] = [];
  for (let round = 0; left > 0; round++, left -= mostPerOperation) {
    // No setting raises the administrator's rate limit; each round has its own minute.
    clock.advance(60);
    const world = await aFuzzWorld(server, clock);
    for (const [turn, operation] of operations.entries()) {
      const property = fc.asyncProperty(fuzzedRequest(operation, world), (request) =>
        assertPromised(operation, world, request),
      );
      const numRuns = Math.min(left, mostPerOperation);
      for (let repetition = 0; repetition <= mostRepetitions; repetition++) {
        if (repetition > 0 && wasServed(operation)) break;
        // Requests depend on earlier ones, so shrinking would not reproduce the failure.
        const result = await fc.check(property, {
          numRuns,
          seed: seed + (round * (mostRepetitions + 1) + repetition) * operations.length + turn,
          endOnFailure: true,
        });
        if (result.failed) faults.push(String((result.errorInstance as Error | null)?.message ?? "interrupted"));
      }
    }
  }
  const answers = [...statusesOf.values()].flatMap((statuses) => [...statuses]);
  const countOf = (some: typeof answers) => some.reduce((sum, [, count]) => sum + count, 0);
  const serverErrors = countOf(answers.filter(([status]) => status >= 500));
  for (const [operationId, statuses] of statusesOf)
    context.diagnostic(`${operationId}: ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(", ")}`);
  // bench/fuzz.ts reads this line.
  context.diagnostic(
    `${countOf(answers)} requests to ${operations.length} operations, ${serverErrors} answers 5xx, ${faults.length} faults, seed ${seed}`,
  );
  assert.deepEqual([...new Set(faults)], []);
  assert.deepEqual(findLeaks(logged.join("\n"), new Map([[adminToken, "the administrator token"]])), []);
  assert.deepEqual(
    operations.filter((operation) => !wasServed(operation)).map(({ operationId }) => operationId),
    needProvider,
    "requests to these never get past a check",
  );
});
