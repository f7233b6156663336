import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, glob, mkdir, mkdtemp, readFile, realpath, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { startTestWorker } from "../server/src/testing/test-worker.ts";
import { undocumented } from "../tools/openapi-types/undocumented.ts";
import { build } from "./build.ts";
import { startTestService } from "./testing/test-service.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");
const maxGzippedBytes = 15_000;

let dist: string;
let folder: string;
let project: string;
before(async () => {
  dist = await build();
  folder = await mkdtemp(join(tmpdir(), "assay-sdk-"));
  project = await createProject();
});
after(() => rm(folder, { recursive: true }));

test("publint finds no problem in the package", async () => {
  const { messages } = await publint({ pkgDir: dist, strict: true, pack: false });
  const manifest = JSON.parse(await readFile(join(dist, "package.json"), "utf8"));
  assert.deepEqual(
    messages.map((message) => formatMessage(message, manifest, { color: false })),
    [],
  );
});

test("every module resolution that supports ESM finds the types", async () => {
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder], { cwd: dist });
  const [{ filename }] = JSON.parse(stdout);
  const packed = createPackageFromTarballData(await readFile(join(folder, filename)));
  const checked = await checkPackage(packed);
  assert.ok(checked.types !== false, "the package has types");
  // Intended: CommonJS on Node before 22 must import() an ESM package, and Node 10 does not support exports.
  const real = checked.problems.filter(({ kind }) => kind !== "CJSResolvesToESM" && kind !== "NoResolution");
  assert.deepEqual(real, []);
});

test("the JavaScript that an integration loads is smaller than 15 kB gzipped", async () => {
  const loaded = await listLoaded(join(dist, "index.js"));
  assert.ok(loaded.length > 10 && !loaded.includes(join(dist, "people.js")));
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
  for (const name of await Array.fromAsync(glob("**/*.js", { cwd: dist }))) {
    const text = await readFile(join(dist, name), "utf8");
    for (const [, from] of text.matchAll(/(?:from|import\()\s*"([^"]+)"/g)) {
      if (!from?.startsWith(".")) imports.push(`${name} ${from}`);
    }
  }
  assert.deepEqual(imports, []);
  const manifest = JSON.parse(await readFile(join(dist, "package.json"), "utf8"));
  assert.equal(manifest.dependencies, undefined);
});

test("every public symbol is documented", () => {
  assert.deepEqual(undocumented(join(dist, "index.d.ts")), []);
});

/** A project with the package installed as it would be published. */
async function createProject(): Promise<string> {
  const project = join(folder, "project");
  await mkdir(join(project, "node_modules", "@assay"), { recursive: true });
  await cp(dist, join(project, "node_modules", "@assay", "sdk"), { recursive: true });
  await mkdir(join(project, "node_modules", "@types"));
  await symlink(join(root, "node_modules", "@types", "node"), join(project, "node_modules", "@types", "node"));
  await symlink(join(root, "node_modules", "undici-types"), join(project, "node_modules", "undici-types"));
  await cp(join(root, "samples"), join(project, "samples"), { recursive: true });
  await writeFile(join(project, "package.json"), '{"type":"module"}');
  return project;
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

/** Other Node installations on PATH, in versions that the package supports. */
async function findOlderNodes(): Promise<string[]> {
  const [oldest, own] = [20, Number(process.versions.node.split(".")[0])];
  const found = new Set<string>();
  for (const directory of new Set((process.env["PATH"] ?? "").split(delimiter))) {
    const path = await realpath(join(directory, "node")).catch(() => undefined);
    if (path === undefined) continue;
    const version = await run(path, ["-p", "process.versions.node"]).catch(() => ({ stdout: "" }));
    const major = Number(version.stdout.split(".")[0]);
    if (major >= oldest && major < own) found.add(path);
  }
  return [...found];
}

const nodes = await findOlderNodes();

test("the README's snippets compile and run with the package as published", async (context) => {
  if (nodes.length === 0) context.diagnostic("NOT RUN: the package on Node 20 to 23, none of which is on PATH");
  const files = await writeSnippets();
  const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2024", "--types", "node"];
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
    // Only the first snippet waits for a result. The second one uploads 18 MB of text, whose analysis would take long.
    const outputs = [await runSnippet(first).finally(() => worker.stop())];
    for (const file of others) outputs.push(await runSnippet(file));
    assert.match(outputs[0] ?? "", /GDPR Art\. 28\(3\)\(a\) \d+(\.\d+)? \w*compliant/);
    assert.match(outputs[1] ?? "", /18200000 of 18200000 bytes/);
    await assert.rejects(
      stat(join(project, "upload.token")),
      { code: "ENOENT" },
      "the token is deleted after the upload",
    );
    assert.match(outputs[3] ?? "", /^not_found 404 \w{26}/);
    assert.match(outputs[5] ?? "", /^Branch Linz/);
    assert.match(outputs[6] ?? "", /\.pdf \d{5,}/);
  } finally {
    await service.close();
  }
});

/** Older Node versions run no TypeScript. Makes a call and uploads a file as a form and in chunks. */
const script = `import { Assay } from "@assay/sdk";
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

for (const node of nodes) {
  test("the package calls and uploads on an older Node", async (context) => {
    context.diagnostic((await run(node, ["--version"])).stdout.trim());
    const file = join(project, "script.js");
    await writeFile(file, script);
    const service = await startTestService({ upload: { chunkSizeBytes: 65_536 } });
    try {
      const env = { ...process.env, ASSAY_URL: service.baseUrl, ASSAY_API_KEY: (await service.aCompany()).key };
      const { stdout } = await run(node, [file], { cwd: project, env });
      const { size } = await stat(join(project, "samples/data-processing-agreement.pdf"));
      const line = `queued ${size}\n`;
      assert.equal(stdout, line + line);
      assert.ok(
        service.requests.some((one) => /^PUT .*\/chunks\/0$/.test(one)),
        "one upload was sent in chunks",
      );
    } finally {
      await service.close();
    }
  });
}
