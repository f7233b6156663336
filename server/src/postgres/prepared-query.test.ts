import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Client, type Connection } from "pg";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { PreparedQuery } from "./prepared-query.ts";
import { type Portions, statement } from "./query.ts";

let database: TestDatabase;
let client: Client;
before(async () => {
  database = await createTestDatabase("template1");
  client = new Client({ connectionString: database.url });
  await client.connect();
});
after(async () => {
  await client.end();
  await database.drop();
});

type Answer = { rows: object[]; rowCount: number | null };

const portionRows = 6;

function run(text: string, values: unknown[] = [], on: Client = client, take?: Portions["take"]): Promise<Answer> {
  const send = on.query.bind(on) as unknown as (
    query: PreparedQuery,
    values: undefined,
    done: (error: Error | null, answer: Answer) => void,
  ) => void;
  return new Promise((resolve, reject) => {
    send(
      new PreparedQuery({ ...statement(text), values, portions: take && { rows: portionRows, take } }),
      undefined,
      (error, answer) => (error ? reject(error) : resolve(answer)),
    );
  });
}

test("values arrive and come back as with the driver's own query", async () => {
  const text = `SELECT $1::text AS words, $2::text AS nothing, $3::timestamptz AS instant, $4::bytea AS bytes,
    $5::text[] AS list, $6::jsonb AS document, $7::int AS number, $8::bigint AS large, $9::boolean AS truth
    FROM generate_series(1, 3)`;
  const instant = new Date("2026-03-01T12:00:00.123Z");
  const values = ["ä\u{1F600}", null, instant, Buffer.from([0, 255]), ["a", '"b"'], { a: [1] }, 7, 2n ** 60n, true];
  const { rows, rowCount } = await client.query(text, values);
  for (let time = 0; time < 2; time++) assert.deepEqual(await run(text, values), { rows, rowCount });
});

test("tells how many rows a command touched", async () => {
  await run("CREATE TABLE counted (number int)");
  assert.equal((await run("INSERT INTO counted SELECT generate_series(1, $1::int)", [5])).rowCount, 5);
  assert.equal((await run("UPDATE counted SET number = 0 WHERE number > $1", [3])).rowCount, 2);
  assert.deepEqual(await run("DELETE FROM counted WHERE number = $1 RETURNING number", [2]), {
    rows: [{ number: 2 }],
    rowCount: 1,
  });
  assert.deepEqual(await run("SELECT number FROM counted WHERE number = $1", [9]), { rows: [], rowCount: 0 });
});

test("columns are described once per connection", async () => {
  let descriptions = 0;
  const { connection } = client as unknown as { connection: Connection };
  const count = () => {
    descriptions++;
  };
  connection.on("rowDescription", count);
  for (let number = 0; number < 5; number++)
    assert.deepEqual((await run("SELECT $1::int AS described", [number])).rows, [{ described: number }]);
  connection.off("rowDescription", count);
  assert.equal(descriptions, 1);
});

test("a statement whose columns have changed fails once and is then prepared anew", async () => {
  await run("CREATE TABLE changing (value int)");
  await run("INSERT INTO changing VALUES (1)");
  assert.deepEqual((await run("SELECT * FROM changing")).rows, [{ value: 1 }]);
  await run("ALTER TABLE changing ALTER value TYPE text, ADD more boolean DEFAULT true");
  await assert.rejects(run("SELECT * FROM changing"), /cached plan must not change result type/);
  assert.deepEqual((await run("SELECT * FROM changing")).rows, [{ value: "1", more: true }]);
});

test("what fails leaves the connection in order, whichever step it fails at", async () => {
  const text = "SELECT 10 / $1::int AS share";
  await assert.rejects(run("SELECT nonsense"), /nonsense/);
  await assert.rejects(run(text, ["no number"]), /invalid input syntax/);
  await assert.rejects(run(text, [0]), /division by zero/);
  const circular: { self?: object } = {};
  circular.self = circular;
  await assert.rejects(run(text, [circular]), /circular/);
  assert.deepEqual((await run(text, [5])).rows, [{ share: 2 }]);
  await assert.rejects(run(text, [0]), /division by zero/);
  assert.deepEqual((await run(text, [2])).rows, [{ share: 5 }]);
});

test("a connection that breaks under a query is an error of that query", async () => {
  const broken = new Client({ connectionString: database.url });
  await broken.connect();
  broken.on("error", () => undefined);
  await assert.rejects(run("SELECT pg_terminate_backend(pg_backend_pid())", [], broken));
  await assert.rejects(run("SELECT 1", [], broken));
});

describe("in portions", () => {
  const numbers = "SELECT generate_series(1, $1::int) AS number";

  test("every row is handed on once, in its order, and others have their turn in between", async () => {
    for (const count of [0, 1, portionRows, portionRows * 3, portionRows * 3 + 1]) {
      const seen: unknown[] = [];
      let portions = 0;
      const { rows } = await run(numbers, [count], client, (portion) => {
        portions += 1;
        assert.ok(portion.length <= portionRows);
        seen.push(...portion.map(({ number }) => number));
        return portions % 2 === 0 ? undefined : Promise.resolve();
      });
      assert.deepEqual(rows, []);
      assert.deepEqual(
        seen,
        Array.from({ length: count }, (_, index) => index + 1),
      );
      assert.ok(portions >= count / portionRows);
    }
    assert.deepEqual((await run(numbers, [2])).rows, [{ number: 1 }, { number: 2 }], "the same, in one go");
  });

  test("what fails at any row, at PostgreSQL or at the taker, leaves the connection in order", async () => {
    const failing = `SELECT 10 / (${portionRows + 5} - number) AS share FROM generate_series(1, $1::int) AS number`;
    let taken = 0;
    const take = (portion: object[]) => {
      taken += portion.length;
      return undefined;
    };
    await assert.rejects(run(failing, [portionRows * 2], client, take), /division by zero/);
    assert.equal(taken, portionRows);
    const refuse = () => {
      throw new Error("not wanted");
    };
    await assert.rejects(run(numbers, [portionRows * 2], client, refuse), /not wanted/);
    for (const count of [1, portionRows * 2]) {
      const refuseLater = () => Promise.reject(new Error("not wanted any more"));
      await assert.rejects(run(numbers, [count], client, refuseLater), /not wanted any more/);
    }
    assert.deepEqual((await run(numbers, [1])).rows, [{ number: 1 }]);
  });

  test("the next portion comes when the one before is taken", async () => {
    const portions: (() => void)[] = [];
    const running = run(numbers, [portionRows * 2 + 1], client, () => new Promise((resolve) => portions.push(resolve)));
    let isOver = false;
    void running.then(() => {
      isOver = true;
    });
    // Another connection's answer is a way there and back that the next portion had time for.
    const other = new Client({ connectionString: database.url });
    await other.connect();
    for (const count of [1, 2, 3]) {
      while (portions.length < count) await run("SELECT 1", [], other);
      for (let time = 0; time < 5; time++) await run("SELECT 1", [], other);
      assert.deepEqual([portions.length, isOver], [count, false]);
      portions[count - 1]?.();
    }
    await running;
    await other.end();
  });

  test("a connection that breaks while a portion is being taken is an error of that query", async () => {
    const broken = new Client({ connectionString: database.url });
    await broken.connect();
    broken.on("error", () => undefined);
    const { rows } = await run("SELECT pg_backend_pid() AS id", [], broken);
    const [{ id }] = rows as [{ id: number }];
    const taking = Promise.withResolvers<void>();
    const running = run(numbers, [portionRows * 2], broken, () => taking.promise);
    const refused = assert.rejects(running);
    await run("SELECT pg_terminate_backend($1)", [id]);
    await refused;
    taking.resolve();
  });
});
