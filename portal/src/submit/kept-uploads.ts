import type { UploadTarget } from "@assay/sdk";
import type { FileHandle } from "./picked-file.ts";

/** Data needed to resume an upload after the tab was closed. File contents are not stored. */
export interface KeptUpload {
  id: string;
  /** The owner: other companies that sign in here do not see the upload. */
  companyId: string;
  target: UploadTarget;
  reviewName?: string | undefined;
  files: KeptFile[];
  resumeToken: string;
  sessionId: string;
  sentBytes: number;
  totalBytes: number;
  keptAt: string;
}

export interface KeptFile {
  name: string;
  size: number;
  lastModified: number;
  handle?: FileHandle;
}

const databaseName = "assay-portal";
const storeName = "uploads";

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("The browser's storage failed."));
  });
}

async function inStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(databaseName, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName, { keyPath: "id" });
  const database = await settled(opening);
  try {
    return await settled(act(database.transaction(storeName, mode).objectStore(storeName)));
  } finally {
    database.close();
  }
}

export const keepUpload = (upload: KeptUpload): Promise<unknown> => inStore("readwrite", (store) => store.put(upload));

export const forgetUpload = (id: string): Promise<unknown> => inStore("readwrite", (store) => store.delete(id));

/** Newest first; empty where the browser stores nothing, such as in a private window. */
export async function listKeptUploads(companyId: string): Promise<KeptUpload[]> {
  const all = await inStore<KeptUpload[]>("readonly", (store) => store.getAll()).catch(() => []);
  const elsewhere = await heldInOtherTabs();
  return all
    .filter((one) => one.companyId === companyId && !elsewhere.has(lockName(one.id)))
    .sort((a, b) => b.keptAt.localeCompare(a.keptAt));
}

const lockName = (id: string) => `assay-upload-${id}`;

/** Whether another tab is still sending this upload. Web Locks need https; without them the answer is no. */
async function heldInOtherTabs(): Promise<Set<string>> {
  const { locks } = navigator as { locks?: LockManager };
  const { held = [] } = (await locks?.query()) ?? {};
  return new Set(held.map(({ name }) => name ?? ""));
}

/** Holds the upload's lock while `work` runs, so that other tabs do not resume it. */
export function whileHeld(id: string, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  return locks === undefined ? work() : Promise.resolve(locks.request(lockName(id), work));
}
