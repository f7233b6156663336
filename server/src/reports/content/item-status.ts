import type { ReportResult } from "../report-content.ts";
import type { ReportTexts } from "../texts/report-texts.ts";

/** Who decided about an item, or that a machine judged it and nobody decided. */
export function itemStatus({ board }: ReportTexts, { decisions = [] }: ReportResult): StatusText {
  const inEffect = decisions.filter(({ state }) => state === "in_effect");
  const names = board.join([...new Set(inEffect.map(({ authorName }) => authorName))]);
  if (inEffect.length === 0) return { status: board.say("notConfirmed"), isConfirmed: false };
  const isWhole = inEffect.some(({ criterion }) => criterion === undefined);
  return { status: board.say(isWhole ? "decidedBy" : "partlyDecided", { names }), isConfirmed: isWhole };
}

interface StatusText {
  status: string;
  isConfirmed: boolean;
}
