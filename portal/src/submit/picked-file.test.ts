import assert from "node:assert/strict";
import { test } from "node:test";
import { droppedFiles, type FileHandle, pickWithHandles, reopen } from "./picked-file.ts";

/**
 * The browser used in tests crashes when it reads a file handle from storage, so handles are tested here with objects of
 * the same shape.
 */
const file = new File(["text"], "policy.txt");
const aHandle = (more: Partial<FileHandle> = {}): FileHandle & { kind: string } => ({
  kind: "file",
  getFile: async () => file,
  ...more,
});

const dropOf = (items: unknown[]) => ({ items }) as unknown as DataTransfer;

test("a dropped file has its handle if the browser supports it; folders and text are ignored", async () => {
  const handle = aHandle();
  const dropped = await droppedFiles(
    dropOf([
      { kind: "file", getAsFile: () => file, getAsFileSystemHandle: async () => handle },
      { kind: "file", getAsFile: () => file },
      { kind: "file", getAsFile: () => file, getAsFileSystemHandle: () => Promise.reject(new Error("refused")) },
      { kind: "file", getAsFile: () => file, getAsFileSystemHandle: async () => ({ ...handle, kind: "directory" }) },
      { kind: "string", getAsFile: () => null },
    ]),
  );
  assert.deepEqual(dropped, [{ file, handle }, { file }, { file }]);
});

test("all dropped files are read before the first await, because the browser discards them afterwards", async () => {
  const asked: string[] = [];
  const item = (name: string) => ({
    kind: "file",
    getAsFile: () => {
      asked.push(name);
      return file;
    },
  });
  const dropping = droppedFiles(dropOf([item("first"), item("second")]));
  assert.deepEqual(asked, ["first", "second"]);
  await dropping;
});

test("a stored handle is opened directly if permission is granted, and otherwise after a prompt", async () => {
  assert.equal(await reopen(aHandle()), file);
  assert.equal(await reopen(aHandle({ queryPermission: async () => "granted" })), file);
  const asking = { queryPermission: async () => "prompt" as const };
  assert.equal(await reopen(aHandle({ ...asking, requestPermission: async () => "granted" })), file);
  assert.equal(await reopen(aHandle({ ...asking, requestPermission: async () => "denied" })), undefined);
});

test("a stored handle of a deleted file returns undefined", async () => {
  assert.equal(await reopen(aHandle({ getFile: () => Promise.reject(new Error("NotFoundError")) })), undefined);
});

test("the browser's picker returns handles, no files when it is closed, and undefined when it is not supported", async () => {
  const scope = globalThis as { showOpenFilePicker?: unknown };
  assert.equal(await pickWithHandles(), undefined);
  const handle = aHandle();
  scope.showOpenFilePicker = async () => [handle];
  assert.deepEqual(await pickWithHandles(), [{ file, handle }]);
  scope.showOpenFilePicker = () => Promise.reject(new DOMException("closed", "AbortError"));
  assert.deepEqual(await pickWithHandles(), []);
  delete scope.showOpenFilePicker;
});
