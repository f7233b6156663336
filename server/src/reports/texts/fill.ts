/** Puts values into the places of a text: "{count} pages". */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
