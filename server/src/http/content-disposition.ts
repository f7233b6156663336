const cleanName = (name: string) => name.replaceAll(/[\s\p{Cc}/\\:*?"<>|]+/gu, " ").trim();

/** As an attachment with both forms of RFC 6266: ASCII, and the full name in UTF-8. `stem` is cut to a length that systems accept. */
export function attachment(stem: string, ending: string): string {
  const fileName = cleanName(`${cleanName(stem).slice(0, 120).trimEnd()}${ending}`).toWellFormed();
  const plain = cleanName(fileName.normalize("NFKD").replaceAll(/[^\x20-\x7e]|%/g, ""));
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
