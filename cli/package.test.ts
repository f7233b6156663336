import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { glob, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { startTestService, type TestService } from "../sdk/testing/test-service.ts";
import { findOlderNodes } from "../tools/older-nodes.ts";
import { installArchives, packPackage } from "../tools/packed-package.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");

let folder: string;
let archive: string;
/** An empty folder in which the archive is installed. */
let empty: string;
let service: TestService;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-cli-package-"));
  archive = await packPackage("cli", folder);
  empty = join(folder, "empty");
  await mkdir(empty);
  await installArchives(empty, archive);
  service = await startTestService();
});
after(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

test("the archive holds only what the build wrote, and needs no other package", async () => {
  const installed = join(empty, "node_modules", "@assay", "cli");
  const entries = await Array.fromAsync(glob("**/*", { cwd: installed, withFileTypes: true }));
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  // Modules that few commands load are files of their own.
  const others = files.filter((name) => !/^[\w-]+\.js$/.test(name));
  assert.deepEqual(others.sort(), ["LICENSE", "README.md", "package.json"]);
  const manifest = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
  assert.deepEqual(
    [manifest.private, manifest.scripts, manifest.dependencies, manifest.devDependencies],
    [undefined, undefined, undefined, undefined],
  );
});

test("npx runs the archive in an empty folder, and the command onboards, submits and reads", async () => {
  const fresh = join(folder, "fresh");
  await mkdir(fresh);
  const { apiKey } = await service.administration.createPartner({ name: "Consultancy" });
  const env = {
    ...{ PATH: process.env["PATH"], HOME: folder, npm_config_cache: join(folder, "npm") },
    ...{ ASSAY_URL: service.baseUrl, ASSAY_CONFIG_DIR: join(folder, "config") },
  };
  const packed = `./${basename(archive)}`;
  const npx = async (...words: string[]) =>
    (await run("npx", ["--yes", "--offline", `../${packed}`, ...words], { cwd: fresh, env })).stdout;
  const { version } = JSON.parse(await readFile(join(import.meta.dirname, "package.json"), "utf8"));
  assert.equal(await npx("--version"), `assay ${version}\n`);

  const assay = join(empty, "node_modules", ".bin", "assay");
  const sample = join(root, "samples", "data-processing-agreement.pdf");
  const json = async (...words: string[]) =>
    JSON.parse((await run(assay, [...words, "--json"], { cwd: fresh, env })).stdout);
  await json("onboard", "Acme GmbH", "--key", apiKey);
  const { documents } = await json("submit", sample, "--control", "DPA");
  const { status } = await json("status", documents[0].documentId);
  assert.equal(status, "queued");

  const piped = run(assay, ["submit", "-", "--name", "piped.txt", "--control", "DPA", "--json"], { cwd: fresh, env });
  piped.child.stdin?.end("The processor acts only on documented instructions.");
  assert.deepEqual(JSON.parse((await piped).stdout).documents[0].fileNames, ["piped.txt"]);
  const help = await run(assay, ["help", "submit"], { cwd: fresh, env });
  assert.match(help.stdout, /assay submit FILE…/);
});

for (const node of await findOlderNodes()) {
  test("the installed command lists the catalogue on an older Node", async (context) => {
    context.diagnostic((await run(node, ["--version"])).stdout.trim());
    const { apiKey } = await service.administration.createPartner({ name: "Consultancy" });
    const env = { ASSAY_URL: service.baseUrl, ASSAY_API_KEY: apiKey, HOME: folder };
    const script = join(empty, "node_modules", "@assay", "cli", "dist", "assay.js");
    const { stdout, stderr } = await run(node, [script, "controls", "DPA", "--quiet"], { env });
    assert.match(stdout, /Art\. 33\(2\)/);
    assert.equal(stderr, "");
  });
}

test("bash completes the command that is on the PATH, and the one that is typed with its path", () => {
  const bin = join(empty, "node_modules", ".bin");
  const script = (typed: string) =>
    `source <(${typed} completion bash); COMP_WORDS=(${typed} webh); COMP_CWORD=1; _assay ${typed}; echo "\${COMPREPLY[@]}"`;
  const env = { PATH: `${bin}${delimiter}${process.env["PATH"]}`, HOME: folder };
  for (const typed of ["assay", join(bin, "assay")])
    assert.equal(spawnSync("bash", ["-c", script(typed)], { env, encoding: "utf8" }).stdout, "webhooks\n", typed);
});
