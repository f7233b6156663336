import assert from "node:assert/strict";
import { test } from "node:test";
import fastify from "fastify";
import pg from "pg";
import { pino } from "pino";
import { handleError } from "./error-handling.ts";

test("an error of the database is logged without the values of rows that it quotes", async () => {
  const lines: string[] = [];
  const app = fastify({ loggerInstance: pino({}, { write: (line) => void lines.push(line) }) });
  app.setErrorHandler(handleError);
  const quoted = "Key (email)=(ada@example.com) already exists.";
  app.get("/", () => {
    const failed = new pg.DatabaseError("duplicate key value violates a constraint", 1, "error");
    throw new Error("not saved", { cause: Object.assign(failed, { detail: quoted, where: quoted, code: "23505" }) });
  });
  const { statusCode } = await app.inject("/");
  await app.close();
  assert.equal(statusCode, 500);
  const logged = lines.join("");
  assert.match(logged, /violates a constraint/);
  assert.ok(!logged.includes("ada@example.com"), logged);
});
