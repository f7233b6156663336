import type { ItemFindings } from "../analysis/findings/findings.ts";
import type { DocumentItem, ItemState } from "./document.ts";

/** An item as stored, where fields that its status does not have are null. */
export interface StoredItem extends Omit<DocumentItem, keyof ItemState> {
  status: ItemState["status"];
  findings: ItemFindings | null;
  failureReason: string | null;
  judgedAt: Date | null;
}

export function toItemState({ id, status, findings, failureReason, judgedAt }: StoredItem): ItemState {
  if (status === "pending") return { status, judgedAt: undefined, findings: undefined, failureReason: undefined };
  if (judgedAt === null) throw new Error(`item ${id} has an outcome without a time`);
  if (status === "failed") return { status, judgedAt, findings: undefined, failureReason: failureReason ?? "" };
  if (findings === null) throw new Error(`item ${id} is completed without findings`);
  return { status, judgedAt, findings, failureReason: undefined };
}

export function parseItem(text: string): DocumentItem {
  const { judgedAt, ...item } = JSON.parse(text) as Omit<StoredItem, "judgedAt"> & { judgedAt: string | null };
  const stored: StoredItem = { ...item, judgedAt: judgedAt === null ? null : new Date(judgedAt) };
  return { ...stored, ...toItemState(stored) };
}
