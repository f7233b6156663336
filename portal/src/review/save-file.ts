import type { ServiceFile } from "@assay/sdk";

/** Hands a file over to the browser's downloads. */
export function saveFile({ fileName, content }: ServiceFile): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // The download has begun with the click; a minute is for browsers that ask where to put it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
