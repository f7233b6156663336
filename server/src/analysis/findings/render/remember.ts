const maxTexts = 10_000;

/** A function of texts that recur, such as those of the catalogue, computes each once. */
export function remember<Result extends string | object>(
  compute: (...texts: string[]) => Result,
): (...texts: string[]) => Result {
  const known = new Map<string, Result>();
  return (...texts) => {
    // Joining a long text with nothing would copy and hash it anew.
    const key = texts.length === 1 ? (texts[0] ?? "") : texts.join("\0");
    const found = known.get(key);
    if (found !== undefined) return found;
    const result = compute(...texts);
    if (known.size >= maxTexts) known.clear();
    known.set(key, result);
    return result;
  };
}
