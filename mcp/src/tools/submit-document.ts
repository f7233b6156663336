import { z } from "zod";
import { askForConfirmation, defineTool, type McpOptions, writes } from "../tool.ts";
import { findControl, unknownControl } from "./list-controls.ts";

const input = z.object({
  control: z.string().describe("The code or id of the control to review against; list_controls has them."),
  path: z.string().optional().describe("The path of a file on the machine that runs this server."),
  fileName: z.string().optional().describe("The file's name, if its content is given."),
  text: z.string().optional().describe("The content of a text or Markdown file."),
  base64: z.string().optional().describe("The content of any other file, in base64."),
  subject: z.string().optional().describe("What the document is about, such as the vendor's name."),
  supersedes: z.string().optional().describe("The id of the document that this is a new version of."),
  complianceReviewId: z.string().optional().describe("An existing review; absent: a new one."),
  businessEntityId: z.string().optional().describe("The business entity of a new review; absent: the company's first."),
  language: z.enum(["en", "de", "fr", "es"]).optional().describe("The language of the findings. Default: en."),
  confirmed: z.boolean().optional().describe("Whether the person has agreed."),
});

type Input = z.infer<typeof input>;

export const submitDocument = defineTool({
  name: "submit_document",
  title: "Submit a document for review",
  description:
    "Submits one file for review against a control and returns the document's id for wait_for_findings. Give `path`, or `fileName` with `text` or `base64`.",
  input,
  annotations: writes,
  async run({ assay, options, signal }, given) {
    const { frameworks } = await assay.listComplianceFrameworks({ signal });
    const controls = frameworks.flatMap((framework) => framework.controls);
    const control = findControl(controls, given.control);
    if (control === undefined) return { error: unknownControl(controls, given.control) };
    const file = await readContent(options, given);
    if ("problem" in file) return { error: file.problem };
    if (options.asksForConfirmation && given.confirmed !== true)
      return askForConfirmation(`This would submit ${file.name} for review against ${control.name}.`);
    const { documents, complianceReviewId } = await assay.uploadDocuments(
      [file],
      {
        controlId: given.complianceReviewId === undefined ? control.id : undefined,
        complianceReviewId: given.complianceReviewId,
        businessEntityId:
          given.complianceReviewId === undefined ? (given.businessEntityId ?? (await firstEntity())) : undefined,
        auditLanguageId: given.language,
        subject: given.subject,
        supersedes: given.supersedes,
      },
      { signal },
    );
    return { done: true, complianceReviewId, documentId: documents[0]?.documentId };

    async function firstEntity() {
      const { businessEntities } = await assay.listBusinessEntities({ limit: 100 }, { signal });
      // Onboarding makes the first one; lists are newest first.
      return businessEntities.findLast(({ isArchived }) => !isArchived)?.id;
    }
  },
});

async function readContent(
  { readFile }: McpOptions,
  { path, fileName, text, base64 }: Input,
): Promise<{ name: string; content: Blob } | { problem: string }> {
  if ([path, text, base64].filter((one) => one !== undefined).length !== 1)
    return { problem: "Give exactly one of path, text and base64." };
  if (path !== undefined) {
    if (readFile === undefined)
      return { problem: "This server cannot read files of your machine: give fileName with text or base64." };
    return readFile(path).catch((error: Error) => ({ problem: `${path} cannot be read: ${error.message}` }));
  }
  if (fileName === undefined) return { problem: "fileName is missing." };
  if (text !== undefined) return { name: fileName, content: new Blob([text]) };
  const bytes = Buffer.from(base64 ?? "", "base64");
  return bytes.length > 0
    ? { name: fileName, content: new Blob([bytes]) }
    : { problem: "base64 is empty or not base64." };
}
