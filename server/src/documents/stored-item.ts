import { readFindings, type StoredFindings } from "../analysis/findings/read-findings.ts";
import type { Decision } from "./decision.ts";
import type { DocumentItem, ItemState } from "./document.ts";

/** An item as stored, where fields that its status does not have are null. */
export interface StoredItem extends Omit<DocumentItem, keyof ItemState | "texts" | "decisions"> {
  status: ItemState["status"];
  findings: StoredFindings | null;
  texts: NullableTexts;
  failureReason: string | null;
  judgedAt: Date | null;
  decisions: StoredDecision[] | null;
}

/** A decision that has not ended, as JSON. */
export type StoredDecision = {
  [Name in Exclude<keyof Decision, "endedAt" | "endedBy">]: Decision[Name] extends Date ? string : unknown;
};

/** SQL gives null for a text that the catalogue does not have. */
type NullableTexts = {
  [Name in keyof DocumentItem["texts"]]: DocumentItem["texts"][Name] | null;
} & { translations?: Record<string, unknown> | null };

export function toDocumentItem(stored: StoredItem): DocumentItem {
  const { decisions, ...rest } = stored;
  const { translations, ...texts } = stored.texts;
  const present = (all: object) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
  return {
    ...rest,
    ...toItemState(stored),
    decisions: (decisions ?? []).map(readDecision),
    texts: { ...present(texts), translations: present(translations ?? {}) },
  };
}

/** SQL gives null for what the decision does not have, and texts for times. */
export function readDecision(stored: StoredDecision): Decision {
  const { acceptedUntil, decidedAt, ...rest } = stored;
  const present = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, value === null ? undefined : value]),
  );
  return {
    ...(present as unknown as Decision),
    acceptedUntil: typeof acceptedUntil === "string" ? new Date(acceptedUntil) : undefined,
    decidedAt: new Date(decidedAt),
    ...{ endedAt: undefined, endedBy: undefined },
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
