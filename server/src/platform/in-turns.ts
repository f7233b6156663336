import { setImmediate as nextTurn } from "node:timers/promises";

/** Does it with each entry of a long list, so many in a row, with the event loop's other work in between. */
export async function inTurns<T>(entries: readonly T[], perTurn: number, act: (portion: T[]) => void): Promise<void> {
  for (let at = 0; at < entries.length; at += perTurn) {
    if (at > 0) await nextTurn();
    act(entries.slice(at, at + perTurn));
  }
}
