interface Described {
  paths: object;
}

/** The paths of the description with each reference replaced by what it refers to, except the schema of errors. */
export function withoutReferences(document: Described): object {
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace);
    if (value === null || typeof value !== "object") return value;
    const { $ref, ...rest } = value as { $ref?: string };
    if ($ref === undefined || $ref.endsWith("/schemas/Error"))
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replace(one)]));
    const [, ...steps] = $ref.split("/");
    const target = steps.reduce((at: unknown, step) => (at as Record<string, unknown>)[step], document);
    return { ...(replace(target) as object), ...rest };
  };
  return replace(document.paths) as object;
}
