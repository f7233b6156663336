import type { ServiceFile } from "@assay/sdk";

/** Starts a download in the browser. */
export function saveFile({ fileName, content }: ServiceFile): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // Some browsers ask where to save the file first, so the URL stays valid for a minute.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
