/**
 * Cleans the name of an attachment or archive member for display: removes path traversal, control characters and changes of
 * text direction. Members are stored under names of our own.
 */
export function toDisplayName(name: string): string {
  const parts = name
    .normalize("NFC")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "")
    .replaceAll("\\", "/")
    .replace(/^[A-Za-z]:(?=\/)/, "")
    .split("/")
    .map((part) => part.trim())
    .filter((part) => part !== "" && part !== "." && part !== "..");
  // A submitted file's name has at most 255 bytes; a path has several names.
  return parts.join("/").slice(0, 1000) || "unnamed";
}
