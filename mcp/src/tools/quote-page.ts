import { z } from "zod";
import { defineTool, reads } from "../tool.ts";

export const quotePage = defineTool({
  name: "quote_page",
  title: "Read a page of a document",
  description: "The text of one page, as Assay has read it, to check a quote in its context.",
  input: z.object({
    documentId: z.string(),
    fileId: z.string().optional().describe("Of a finding's evidence; absent: the document's first file."),
    pageNumber: z.number().int().min(1),
  }),
  annotations: reads,
  async run({ assay, signal }, { documentId, fileId, pageNumber }) {
    const file = fileId ?? (await assay.getDocument(documentId, { signal })).files[0]?.fileId;
    if (file === undefined) return { error: "The document has no file yet." };
    const page = await assay.getDocumentPage(documentId, file, pageNumber, { signal });
    const { documentName, label, pageCount, text } = page;
    return { documentId, fileId: file, documentName, page: label, pageNumber, pageCount, untrustedText: text };
  },
});
