import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { pino } from "pino";
import { describedOperations, faultOf, type Operation } from "../testing/fuzz/described-operation.ts";
import { aFuzzWorld, type FuzzWorld, learnFrom } from "../testing/fuzz/fuzz-world.ts";
import { type FuzzedRequest, fuzzedRequest } from "../testing/fuzz/fuzzed-request.ts";
import { leaksIn } from "../testing/leaked-secrets.ts";
import { testClock } from "../testing/test-clock.ts";
import { adminToken, startTestServer, type TestServer } from "../testing/test-server.ts";

/**
 * Every operation of the description, sent what it asks for, nearly that, and anything else. Whatever comes, the answer
 * is one the description promises. `npm run fuzz` sends more of it; what a run found is found again with its seed.
 */

const requests = Number(process.env["ASSAY_FUZZ_REQUESTS"] ?? 1500);
const seed = Number(process.env["ASSAY_FUZZ_SEED"] ?? 20_260_301);
/** In one round; then everything that was revoked, cancelled or archived is made anew. */
const mostPerOperation = 25;

const clock = testClock();
let server: TestServer;
const logged: string[] = [];
before(async () => {
  const logger = pino({ level: "error" }, { write: (line) => void logged.push(line) });
  server = await startTestServer({
    ...{ logger, clock },
    // Names are not looked up: what is made up here must not leave this machine.
    endpoints: { arePrivateAllowed: true, ownAddresses: [], ownPort: 0, resolve: async () => [] },
  });
});
after(() => server.close());

/** Afterwards there is nobody left to ask for anything else. */
const endsKeys = ({ operationId }: Operation) => operationId === "revokeKey" || operationId === "eraseCompany";

/** Reads come after what makes and changes things, and what takes things away comes last. */
const turns = ["POST", "PUT", "PATCH", "GET", "DELETE"];
const inTurn = (operations: Operation[]) =>
  operations.toSorted(
    (a, b) => turns.indexOf(a.method) - turns.indexOf(b.method) || Number(endsKeys(a)) - Number(endsKeys(b)),
  );

const statusesOf = new Map<string, Map<number, number>>();

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

test(`whatever is sent, the answer is one that the description promises (seed ${seed})`, async (context) => {
  const operations = inTurn(await describedOperations(server));
  assert.ok(operations.length >= 60);
  let left = Math.ceil(requests / operations.length);
  const faults: string[] = [];
  for (let round = 0; left > 0; round++, left -= mostPerOperation) {
    // The administrator has a limit that no setting raises; a round stays below it, and each has a minute of its own.
    clock.advance(60);
    const world = await aFuzzWorld(server);
    for (const [turn, operation] of operations.entries()) {
      const property = fc.asyncProperty(fuzzedRequest(operation, world), (request) =>
        assertPromised(operation, world, request),
      );
      const numRuns = Math.min(left, mostPerOperation);
      // Requests change what the next ones meet, so that a smaller example need not fail where the larger one did.
      const result = await fc.check(property, {
        numRuns,
        seed: seed + round * operations.length + turn,
        endOnFailure: true,
      });
      if (result.failed) faults.push(String((result.errorInstance as Error | null)?.message ?? "interrupted"));
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
  assert.deepEqual(leaksIn(logged.join("\n"), new Map([[adminToken, "the administrator token"]])), []);
  const neverServed = [...statusesOf].filter(([, statuses]) => ![...statuses.keys()].some((status) => status < 300));
  assert.deepEqual(
    neverServed.map(([operationId]) => operationId),
    [],
    "requests to these never get past a check",
  );
});
