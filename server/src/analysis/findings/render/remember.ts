const maxTexts = 10_000;

/** A function of texts that recur, such as those of the catalogue, computes each once. */
export function remember<Result extends string | object>(
  compute: (...texts: string[]) => Result,
): (...texts: string[]) => Result {
  const known = new Map<string, Result>();
  return (...texts) => {
    const key = texts.join("\0");
    const result = known.get(key) ?? compute(...texts);
    if (known.size >= maxTexts) known.clear();
    known.set(key, result);
    return result;
  };
}
