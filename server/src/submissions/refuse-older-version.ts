import type { Document, DocumentStore } from "../documents/document.ts";
import { AppError } from "../platform/app-error.ts";

/** What is analysed once more becomes the newest version, so an older one would take a newer one's place. */
export async function refuseOlderVersion(
  documents: Pick<DocumentStore, "hasNewerVersion">,
  { companyId, id }: Pick<Document, "companyId" | "id">,
): Promise<void> {
  if (await documents.hasNewerVersion(companyId, id))
    throw new AppError(
      "unprocessable",
      "A newer version of this document is there or being analysed: judge that one again.",
    );
}
