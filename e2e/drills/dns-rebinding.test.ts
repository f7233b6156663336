import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { type ANameServer, aNameServer } from "../../server/src/testing/name-server.ts";
import { createTestDatabase, type TestDatabase } from "../../server/src/testing/test-database.ts";
import { until } from "../../server/src/testing/until.ts";
import { type ACompany, aCompany, call, send } from "../company.ts";
import { adminToken, apiAndWorker, type DrillService, startDrillService } from "./drill-service.ts";

const publicAddress = "93.184.216.34";
const name = "rebind.example";

let database: TestDatabase;
let names: ANameServer;
let service: DrillService;
let company: ACompany;
/** Listens on all addresses of this machine and counts connections. */
let forbidden: Server;
let connections = 0;

before(async () => {
  [database, names] = [await createTestDatabase(), await aNameServer()];
  forbidden = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, "0.0.0.0");
  await once(forbidden, "listening");
  const preload = { nodeArgs: ["--import", pathToFileURL(join(import.meta.dirname, "use-name-server.mjs")).href] };
  service = await startDrillService({
    env: { DATABASE_URL: database.url, DRILL_NAME_SERVER: names.address },
    parts: Object.fromEntries(
      Object.entries(apiAndWorker).map(([part, started]) => [part, { ...started, ...preload }]),
    ),
  });
  company = await aCompany(service, adminToken);
});

after(async () => {
  await service?.stop();
  forbidden?.close();
  await names?.close();
  await database?.drop();
});

const register = (url: string) =>
  send("PUT", `${service.url}/v1/webhooks`, company.headers, { url, eventTypes: ["document.completed"] });

interface Delivery {
  id: string;
  attempts: { error: string | null }[];
}

async function deliver(): Promise<Delivery> {
  const { id } = await call(`${service.url}/v1/webhooks/test`, company.headers, {});
  const find = async () => {
    const { deliveries } = await call(`${service.url}/v1/webhooks/deliveries`, company.headers);
    return (deliveries as Delivery[]).find((one) => one.id === id);
  };
  await until(async () => ((await find())?.attempts.length ?? 0) > 0, 30);
  const found = await find();
  assert.ok(found);
  return found;
}

test("a webhook whose name turns to an address that is not public after its registration never reaches it", async () => {
  const { port } = forbidden.address() as { port: number };
  const url = `https://${name}:${port}/hook`;
  names.answers.set(name, [["127.0.0.1"]]);
  assert.equal((await register(url)).status, 422);
  names.answers.set(name, [[publicAddress]]);
  const registered = await register(url);
  assert.equal(registered.status, 200, await registered.text());
  const own = Object.values(networkInterfaces()).flatMap((some = []) =>
    some.filter(({ family, internal }) => family === "IPv4" && !internal).map(({ address }) => address),
  );
  const rebound = [
    ...[["127.0.0.1"], ["127.8.9.10"], ["0.0.0.0"], ["10.0.0.7"], ["172.16.0.1"], ["192.168.1.1"], ["169.254.169.254"]],
    ...[["100.64.0.1"], [publicAddress, "127.0.0.1"], ["127.0.0.1", publicAddress], ...own.map((address) => [address])],
  ];
  for (const addresses of rebound) {
    names.answers.set(name, [addresses]);
    const asked = names.asked.length;
    const { attempts } = await deliver();
    for (const { error } of attempts) assert.equal(error, "address", addresses.join());
    assert.ok(names.asked.length > asked, "the name was not looked up again");
  }
  assert.equal(connections, 0);
});
