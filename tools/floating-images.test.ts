import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { findFloatingImages } from "./floating-images.ts";

const digest = `@sha256:${"0123456789abcdef".repeat(4)}`;

test("a release is refused for every image that only a tag names", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "floating-images-test-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const write = async (pin: string) => {
    const dockerfile = [
      `# syntax=docker/dockerfile:1${pin}`,
      `FROM node:24${pin} AS base`,
      "FROM base AS build",
      "FROM base",
    ];
    await writeFile(join(folder, "Dockerfile"), dockerfile.join("\n"));
    await writeFile(
      join(folder, "compose.yaml"),
      `services:\n  api:\n    image: assay:latest\n  database:\n    image: postgres:18${pin}\n`,
    );
    return (await findFloatingImages(folder)).map(({ file, image }) => `${file} ${image}`);
  };
  assert.deepEqual(await write(""), [
    "Dockerfile docker/dockerfile:1",
    "Dockerfile node:24",
    "compose.yaml postgres:18",
  ]);
  assert.deepEqual(await write("@sha256:short"), [
    "Dockerfile docker/dockerfile:1@sha256:short",
    "Dockerfile node:24@sha256:short",
    "compose.yaml postgres:18@sha256:short",
  ]);
  assert.deepEqual(await write(digest), []);
});
