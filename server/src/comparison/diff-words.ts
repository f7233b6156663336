import { diffArrays } from "diff";

export const wordKinds = ["same", "removed", "added"] as const;

/** A run of words of a clause. */
export interface WordRun {
  kind: (typeof wordKinds)[number];
  text: string;
}

/** The time of a word-level difference grows with length × changes, so both are limited: beyond, the middle counts as replaced. */
const maxTokens = 2000;
const maxChanges = 200;

const tokensOf = (text: string) => (text.match(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu) ?? []) as string[];

/** The words that two versions of a clause have in common, and those of only one. */
export function diffWords(before: string, after: string): WordRun[] {
  const [old, now] = [tokensOf(before), tokensOf(after)];
  let first = 0;
  while (first < old.length && first < now.length && old[first] === now[first]) first += 1;
  let last = 0;
  while (last < old.length - first && last < now.length - first && old.at(-1 - last) === now.at(-1 - last)) last += 1;
  const join = (tokens: string[], kind: WordRun["kind"]): WordRun => ({ kind, text: tokens.join("") });
  const oldMiddle = old.slice(first, old.length - last);
  const newMiddle = now.slice(first, now.length - last);
  return joinRuns([
    join(old.slice(0, first), "same"),
    ...diffMiddle(oldMiddle, newMiddle),
    join(old.slice(old.length - last), "same"),
  ]);

  function diffMiddle(oldTokens: string[], newTokens: string[]): WordRun[] {
    const isShort = oldTokens.length <= maxTokens && newTokens.length <= maxTokens;
    const changes = isShort ? diffArrays(oldTokens, newTokens, { maxEditLength: maxChanges }) : undefined;
    if (changes === undefined) return [join(oldTokens, "removed"), join(newTokens, "added")];
    return changes.map(({ value, added, removed }) => join(value, added ? "added" : removed ? "removed" : "same"));
  }
}

/** A space between two changed words belongs to the change; neighbours of a kind become one. */
function joinRuns(runs: WordRun[]): WordRun[] {
  const joined: WordRun[] = [];
  let [removed, added] = ["", ""];
  const flush = () => {
    if (removed !== "") joined.push({ kind: "removed", text: removed });
    if (added !== "") joined.push({ kind: "added", text: added });
    [removed, added] = ["", ""];
  };
  const filled = runs.filter(({ text }) => text !== "");
  filled.forEach(({ kind, text }, at) => {
    if (kind === "removed") removed += text;
    else if (kind === "added") added += text;
    else if (removed + added !== "" && text.trim() === "" && at < filled.length - 1) {
      removed += text;
      added += text;
    } else {
      flush();
      joined.push({ kind, text });
    }
  });
  flush();
  return joined;
}
