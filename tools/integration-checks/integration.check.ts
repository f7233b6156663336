// What an integrator does with the description and the packages. `npm run check:integration` installs what it needs and runs it; CI does.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { installArchives, packPackage } from "../packed-package.ts";
import { generateClients } from "./generate-clients.ts";
import { lintDescription } from "./lint-description.ts";

const run = promisify(execFile);
const description = join(import.meta.dirname, "..", "..", "openapi.json");
const longestName = 40;

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-integration-"));
});
after(() => rm(folder, { recursive: true }));

/** Rules that the API cannot keep, with the reason. */
const exceptions = {
  "redocly no-ambiguous-paths":
    "Ids are ULIDs, so no id reads items, summaries or upload; /v1 changes only by addition.",
  "redocly operation-4xx-response": "/health answers 200 or 503, whatever is sent.",
};

test("Redocly's and Spectral's recommended rules find nothing but the exceptions", async () => {
  const found = await lintDescription(await readFile(description, "utf8"));
  const isExcepted = (one: string) => Object.keys(exceptions).some((rule) => one.startsWith(`${rule}:`));
  assert.deepEqual(
    found.filter((one) => !isExcepted(one)),
    [],
  );
  for (const rule of Object.keys(exceptions))
    assert.ok(
      found.some((one) => one.startsWith(rule)),
      `${rule} is kept: it is no exception any more`,
    );
});

async function compile(project: string, files: string[], typescript: string, options: object = {}): Promise<void> {
  const compilerOptions = {
    ...{ noEmit: true, strict: true, skipLibCheck: false, target: "es2022", types: [] },
    ...{ module: "esnext", moduleResolution: "bundler", lib: ["es2022", "dom", "dom.iterable"] },
    ...options,
  };
  await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const tsc = join(import.meta.dirname, "node_modules", typescript, "bin", "tsc");
  await run(process.execPath, [tsc, "-p", project]).catch(({ stdout }: { stdout: string }) => assert.fail(stdout));
}

test("openapi-typescript, hey-api and orval generate clients that compile, with names of at most 40 characters", async () => {
  const folders = await generateClients(description, folder);
  const entries: Record<string, string> = { "hey-api": "index.ts" };
  for (const [generator, own] of Object.entries(folders))
    await compile(own, [entries[generator] ?? "api.ts"], "typescript");
  const types = await readFile(join(folders["hey-api"] ?? "", "types.gen.ts"), "utf8");
  const named = [...types.matchAll(/^export type (\w+) =/gm)].map(([, name = ""]) => name);
  assert.ok(named.includes("DocumentResult") && named.includes("ErrorCode"));
  // hey-api adds a word to the name of an operation, such as Data or Responses.
  assert.deepEqual(
    named.filter((name) => name.length > longestName + "Responses".length),
    [],
  );
});

test("TypeScript 5.0 accepts the SDK's declarations, imported and required", async () => {
  const archive = await packPackage("sdk", folder);
  const project = join(folder, "user");
  await mkdir(project);
  await writeFile(join(project, "package.json"), '{"type":"module"}');
  await installArchives(project, archive);
  const use = `import { Assay } from "@assay/sdk";
export const tier: Promise<string> = new Assay({ baseUrl: "" }).getMe().then((me) => me.tier);
`;
  for (const file of ["use.mts", "use.cts"]) await writeFile(join(project, file), use);
  await compile(project, ["use.mts", "use.cts"], "typescript-oldest", {
    ...{ module: "node16", moduleResolution: "node16" },
  });
});
