/** What a browser needs to open a file again later, where it can; of the parts of it that TypeScript does not know yet. */
export interface FileHandle {
  getFile(): Promise<File>;
  queryPermission?(options: { mode: "read" }): Promise<PermissionState>;
  requestPermission?(options: { mode: "read" }): Promise<PermissionState>;
}

/** A file that was chosen or dropped. */
export interface PickedFile {
  file: File;
  /** Absent where the browser gives none: then the person chooses the file again. */
  handle?: FileHandle;
}

type Picker = (options: { multiple: boolean }) => Promise<FileHandle[]>;

const picker = (): Picker | undefined => (globalThis as { showOpenFilePicker?: Picker }).showOpenFilePicker;

/** Lets the person choose by the browser's own picker; undefined where it has none that yields handles. */
export async function pickWithHandles(): Promise<PickedFile[] | undefined> {
  const pick = picker();
  if (pick === undefined) return undefined;
  try {
    const handles = await pick({ multiple: true });
    return await Promise.all(handles.map(async (handle) => ({ file: await handle.getFile(), handle })));
  } catch (error) {
    // Closed without a choice.
    if (error instanceof DOMException && error.name === "AbortError") return [];
    throw error;
  }
}

type DroppedItem = DataTransferItem & { getAsFileSystemHandle?(): Promise<(FileHandle & { kind: string }) | null> };

/** What was dropped. Asked for at once: after the event is over the browser has let go of it. */
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

/** Opens a kept file again; undefined where the person does not let us, or it is gone. Needs a click, which asking does. */
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
