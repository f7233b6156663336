/**
 * The name of an attachment or archive member as it may be shown: without what could leave a folder, change the
 * reading direction or break a line. Members are never written under it: their files have names of our own.
 */
export function shownName(name: string): string {
  const parts = name
    .normalize("NFC")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "")
    .replaceAll("\\", "/")
    .replace(/^[A-Za-z]:(?=\/)/, "")
    .split("/")
    .map((part) => part.trim())
    .filter((part) => part !== "" && part !== "." && part !== "..");
  // 255 bytes is the most a submitted file's name may have; a path may hold a few of those.
  return parts.join("/").slice(0, 1000) || "unnamed";
}

/** The last part of a shown name. */
export function lastPartOf(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}
