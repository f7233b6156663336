/** The parts of the File System Access API that TypeScript's types lack. */
export interface FileHandle {
  getFile(): Promise<File>;
  queryPermission?(options: { mode: "read" }): Promise<PermissionState>;
  requestPermission?(options: { mode: "read" }): Promise<PermissionState>;
}

/** A file that was chosen or dropped. */
export interface PickedFile {
  file: File;
  /** Absent where the browser has no file handles: the user must choose the file again. */
  handle?: FileHandle;
}

type Picker = (options: { multiple: boolean }) => Promise<FileHandle[]>;

const picker = (): Picker | undefined => (globalThis as { showOpenFilePicker?: Picker }).showOpenFilePicker;

/** Opens the file picker; undefined where the browser has none that returns handles. */
export async function pickWithHandles(): Promise<PickedFile[] | undefined> {
  const pick = picker();
  if (pick === undefined) return undefined;
  try {
    const handles = await pick({ multiple: true });
    return await Promise.all(handles.map(async (handle) => ({ file: await handle.getFile(), handle })));
  } catch (error) {
    // The picker was closed without a choice.
    if (error instanceof DOMException && error.name === "AbortError") return [];
    throw error;
  }
}

type DroppedItem = DataTransferItem & { getAsFileSystemHandle?(): Promise<(FileHandle & { kind: string }) | null> };

/** Dropped files. Handles must be requested during the event; afterwards the browser discards them. */
export async function droppedFiles(transfer: DataTransfer): Promise<PickedFile[]> {
  const dropped = Array.from(transfer.items as Iterable<DroppedItem>)
    .filter(({ kind }) => kind === "file")
    .map((item) => ({ file: item.getAsFile(), handle: item.getAsFileSystemHandle?.() }));
  const picked: PickedFile[] = [];
  for (const { file, handle } of dropped) {
    const known = await handle?.catch(() => null);
    if (known?.kind === "directory" || file === null) continue;
    picked.push(known ? { file, handle: known } : { file });
  }
  return picked;
}

/** Reopens a stored file; undefined without permission or if it is gone. Browsers allow this only after a click. */
export async function reopen(handle: FileHandle): Promise<File | undefined> {
  try {
    const mode = { mode: "read" } as const;
    const state = (await handle.queryPermission?.(mode)) ?? "granted";
    if (state !== "granted" && (await handle.requestPermission?.(mode)) !== "granted") return undefined;
    return await handle.getFile();
  } catch {
    return undefined;
  }
}
