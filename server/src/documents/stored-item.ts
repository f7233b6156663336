import { readFindings, type StoredFindings } from "../analysis/findings/read-findings.ts";
import type { DocumentItem, ItemState } from "./document.ts";

/** An item as stored, where fields that its status does not have are null. */
export interface StoredItem extends Omit<DocumentItem, keyof ItemState | "texts"> {
  status: ItemState["status"];
  findings: StoredFindings | null;
  texts: NullableTexts;
  failureReason: string | null;
  judgedAt: Date | null;
}

/** SQL gives null for a text that the catalogue does not have. */
type NullableTexts = {
  [Name in keyof DocumentItem["texts"]]: DocumentItem["texts"][Name] | null;
} & { translations?: Record<string, unknown> | null };

export function toDocumentItem(stored: StoredItem): DocumentItem {
  const { translations, ...texts } = stored.texts;
  const present = (all: object) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
  return {
    ...stored,
    ...toItemState(stored),
    texts: { ...present(texts), translations: present(translations ?? {}) },
  };
}

function toItemState({ id, status, findings, failureReason, judgedAt }: StoredItem): ItemState {
  if (status === "pending") return { status, judgedAt: undefined, findings: undefined, failureReason: undefined };
  if (judgedAt === null) throw new Error(`item ${id} has an outcome without a time`);
  if (status === "failed") return { status, judgedAt, findings: undefined, failureReason: failureReason ?? "" };
  if (findings === null) throw new Error(`item ${id} is completed without findings`);
  return { status, judgedAt, findings: readFindings(findings), failureReason: undefined };
}

export function parseItem(text: string): DocumentItem {
  const { judgedAt, ...item } = JSON.parse(text) as Omit<StoredItem, "judgedAt"> & { judgedAt: string | null };
  return toDocumentItem({ ...item, judgedAt: judgedAt === null ? null : new Date(judgedAt) });
}
