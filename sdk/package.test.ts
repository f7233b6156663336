import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, glob, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { startTestWorker } from "../server/src/testing/test-worker.ts";
import { findOlderNodes } from "../tools/older-nodes.ts";
import { undocumented } from "../tools/openapi-types/undocumented.ts";
import { installArchives, packPackage } from "../tools/packed-package.ts";
import { startTestService } from "./testing/test-service.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");
const maxGzippedBytes = 15_000;

let archive: string;
let folder: string;
/** A project of a user, with the archive installed. */
let project: string;
/** The package in that project. */
let installed: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-sdk-"));
  archive = await packPackage("sdk", folder);
  project = await createProject();
  installed = join(project, "node_modules", "@assay", "sdk");
});
after(() => rm(folder, { recursive: true }));

test("publint finds no problem in the package", async () => {
  const { messages } = await publint({ pkgDir: installed, strict: true, pack: false });
  const manifest = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
  assert.deepEqual(
    messages.map((message) => formatMessage(message, manifest, { color: false })),
    [],
  );
});

test("the archive holds only what the build wrote, and the manifest needs nothing of the project", async () => {
  const names = await Array.fromAsync(glob("**/*", { cwd: installed, withFileTypes: true }));
  const files = names.filter((entry) => entry.isFile());
  const others = files.filter(({ parentPath }) => !parentPath.startsWith(join(installed, "dist")));
  assert.deepEqual(others.map(({ name }) => name).sort(), ["LICENSE", "README.md", "package.json"]);
  assert.ok(files.every(({ name }) => /\.js$|\.d\.ts$|^(?:package\.json|README\.md|LICENSE)$/.test(name)));
  const manifest = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
  assert.deepEqual(
    [manifest.private, manifest.scripts, manifest.dependencies, manifest.publishConfig],
    [undefined, undefined, undefined, undefined],
  );
});

test("every module resolution finds the types, for import and for require", async () => {
  const checked = await checkPackage(createPackageFromTarballData(await readFile(archive)));
  assert.ok(checked.types !== false, "the package has types");
  // Node 10 knows no exports; TypeScript's resolution of that name finds only the main entry point.
  const real = checked.problems.filter(
    (problem) => !(problem.kind === "NoResolution" && problem.resolutionKind === "node10"),
  );
  assert.deepEqual(real, []);
});

test("the JavaScript that an integration loads is smaller than 15 kB gzipped", async () => {
  const loaded = await listLoaded(join(installed, "dist", "esm", "index.js"));
  assert.ok(loaded.length > 10 && !loaded.some((path) => /(people|administration)\.js$/.test(path)));
  const texts = await Promise.all(loaded.map((path) => readFile(path, "utf8")));
  const bytes = gzipSync(texts.join("\n")).length;
  assert.ok(bytes < maxGzippedBytes, `${bytes} bytes gzipped`);
});

/** The module and all that it imports. */
async function listLoaded(entry: string): Promise<string[]> {
  const loaded = new Set([entry]);
  for (const path of loaded) {
    for (const [, from = ""] of (await readFile(path, "utf8")).matchAll(/(?:from|import\()\s*"([^"]+)"/g))
      loaded.add(join(path, "..", from));
  }
  return [...loaded].sort();
}

test("the package imports nothing, so that browser bundlers need no configuration", async () => {
  const imports: string[] = [];
  for (const name of await Array.fromAsync(glob("dist/**/*.js", { cwd: installed }))) {
    const text = await readFile(join(installed, name), "utf8");
    for (const [, from] of text.matchAll(/(?:from|import\(|require\()\s*"([^"]+)"/g)) {
      if (!from?.startsWith(".")) imports.push(`${name} ${from}`);
    }
  }
  assert.deepEqual(imports, []);
});

test("every public symbol is documented", () => {
  assert.deepEqual(undocumented(join(installed, "dist", "esm", "index.d.ts")), []);
});

/** A project with the archive installed, the types of Node, and the samples. */
async function createProject(): Promise<string> {
  const project = join(folder, "user");
  await mkdir(project);
  await writeFile(join(project, "package.json"), '{"type":"module"}');
  await installArchives(project, archive);
  await mkdir(join(project, "node_modules", "@types"));
  await symlink(join(root, "node_modules", "@types", "node"), join(project, "node_modules", "@types", "node"));
  await symlink(join(root, "node_modules", "undici-types"), join(project, "node_modules", "undici-types"));
  await cp(join(root, "samples"), join(project, "samples"), { recursive: true });
  return project;
}

const typeCheckers = { "TypeScript 7": "node_modules", "TypeScript 5": "tools/openapi-types/node_modules" };
for (const [name, modules] of Object.entries(typeCheckers)) {
  test(`${name} accepts the declarations of both formats without skipLibCheck`, async () => {
    const use = `import { Assay } from "@assay/sdk";
import "@assay/sdk/people";
import "@assay/sdk/administration";
export const tier: Promise<string> = new Assay({ baseUrl: "" }).getMe().then((me) => me.tier);
`;
    for (const file of ["use.mts", "use.cts"]) await writeFile(join(project, file), use);
    const compilerOptions = {
      ...{ noEmit: true, strict: true, skipLibCheck: false, module: "node16", target: "es2022", types: [] },
      lib: ["es2022", "dom", "dom.iterable"],
    };
    await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["use.mts", "use.cts"] }));
    const tsc = join(root, modules, "typescript", "bin", "tsc");
    await run(process.execPath, [tsc, "-p", project]).catch(({ stdout }: { stdout: string }) => assert.fail(stdout));
  });
}

async function writeSnippets(): Promise<string[]> {
  const readme = await readFile(join(import.meta.dirname, "README.md"), "utf8");
  const snippets = [...readme.matchAll(/```ts run\n([\s\S]*?)```/g)].map(([, text]) => text ?? "");
  assert.equal(snippets.length, readme.split("```ts").length - 1, "every snippet is run");
  return Promise.all(
    snippets.map(async (text, index) => {
      const file = join(project, `snippet-${index}.ts`);
      await writeFile(file, text);
      return file;
    }),
  );
}

const nodes = await findOlderNodes();

test("the README's snippets compile and run with the package as published", async (context) => {
  if (nodes.length === 0)
    context.diagnostic("NOT RUN: the package on Node 20 to 23, none of which is on PATH; CI runs it");
  const files = await writeSnippets();
  const options = [
    "--ignoreConfig",
    "--noEmit",
    "--strict",
    "--module",
    "nodenext",
    "--target",
    "es2024",
    "--types",
    "node",
  ];
  await run(join(root, "node_modules", ".bin", "tsc"), [...options, ...files], { cwd: project }).catch(
    ({ stdout }: { stdout: string }) => assert.fail(stdout),
  );
  const service = await startTestService({ upload: { chunkSizeBytes: 1024 * 1024 } });
  try {
    const { key } = await service.aCompany();
    const env = { ...process.env, ASSAY_URL: service.baseUrl, ASSAY_API_KEY: key, ASSAY_WEBHOOK_SECRET: "whsec_AAAA" };
    const runSnippet = async (file: string) => (await run(process.execPath, [file], { cwd: project, env })).stdout;
    const [first = "", ...others] = files;
    const worker = await startTestWorker(service.server);
    // Only the first snippet waits for a result. Another one uploads 18 MB of text, whose analysis would take long.
    const outputs = [await runSnippet(first).finally(() => worker.stop())];
    for (const file of others) outputs.push(await runSnippet(file));
    assert.match(outputs[0] ?? "", /GDPR Art\. 28\(3\)\(a\) \d+(\.\d+)? \w*compliant/);
    assert.match(outputs[1] ?? "", /^\w{26} \d+/);
    assert.match(outputs[2] ?? "", /18200000 of 18200000 bytes/);
    await assert.rejects(
      stat(join(project, "upload.token")),
      { code: "ENOENT" },
      "the token is deleted after the upload",
    );
    assert.match(outputs[4] ?? "", /^not_found 404 \w{26}/);
    assert.match(outputs[6] ?? "", /^Branch Linz/);
    assert.match(outputs[7] ?? "", /\.pdf \d{5,}/);
  } finally {
    await service.close();
  }
});

/** Older Node versions run no TypeScript. Makes a call and uploads a file as a form and in chunks. */
const calls = `
const assay = new Assay({ baseUrl: process.env.ASSAY_URL, apiKey: process.env.ASSAY_API_KEY });
const { businessEntities } = await assay.listBusinessEntities();
const { frameworks } = await assay.listComplianceFrameworks();
const control = frameworks.flatMap(({ controls }) => controls).find(({ code }) => code === "DPA");
const target = { businessEntityId: businessEntities[0].id, controlId: control.id };
for (const options of [{}, { maxFormBytes: 0 }]) {
  const { documents } = await assay.uploadDocuments(["samples/data-processing-agreement.pdf"], target, options);
  const { status, files } = await assay.getDocumentResult(documents[0].documentId);
  console.log(status, files[0].sizeBytes);
}
`;

const scripts = {
  "script.mjs": `import { Assay } from "@assay/sdk";${calls}`,
  "script.cjs": `const { Assay } = require("@assay/sdk");(async () => {${calls}})();`,
};

for (const node of [...nodes, process.execPath]) {
  test("the package calls and uploads, imported and required", async (context) => {
    context.diagnostic((await run(node, ["--version"])).stdout.trim());
    const service = await startTestService({ upload: { chunkSizeBytes: 65_536 } });
    try {
      const env = { ...process.env, ASSAY_URL: service.baseUrl, ASSAY_API_KEY: (await service.aCompany()).key };
      const { size } = await stat(join(project, "samples/data-processing-agreement.pdf"));
      const line = `queued ${size}\n`;
      for (const [name, script] of Object.entries(scripts)) {
        await writeFile(join(project, name), script);
        assert.equal((await run(node, [name], { cwd: project, env })).stdout, line + line, name);
      }
      assert.ok(
        service.requests.some((one) => /^PUT .*\/chunks\/0$/.test(one)),
        "one upload was sent in chunks",
      );
    } finally {
      await service.close();
    }
  });
}
