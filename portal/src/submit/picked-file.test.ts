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

test("a dropped file comes with its handle where the browser has one, and folders and text are left out", async () => {
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

test("all that was dropped is asked for before anything is waited for: the browser lets go of it then", async () => {
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

test("a kept file is opened at once where that is allowed, and after asking where it is not yet", async () => {
  assert.equal(await reopen(aHandle()), file);
  assert.equal(await reopen(aHandle({ queryPermission: async () => "granted" })), file);
  const asking = { queryPermission: async () => "prompt" as const };
  assert.equal(await reopen(aHandle({ ...asking, requestPermission: async () => "granted" })), file);
  assert.equal(await reopen(aHandle({ ...asking, requestPermission: async () => "denied" })), undefined);
});

test("a kept file that is gone is not there", async () => {
  assert.equal(await reopen(aHandle({ getFile: () => Promise.reject(new Error("NotFoundError")) })), undefined);
});

test("the browser's picker yields handles; closing it yields nothing, and without it there is another way", async () => {
  const scope = globalThis as { showOpenFilePicker?: unknown };
  assert.equal(await pickWithHandles(), undefined);
  const handle = aHandle();
  scope.showOpenFilePicker = async () => [handle];
  assert.deepEqual(await pickWithHandles(), [{ file, handle }]);
  scope.showOpenFilePicker = () => Promise.reject(new DOMException("closed", "AbortError"));
  assert.deepEqual(await pickWithHandles(), []);
  delete scope.showOpenFilePicker;
});
