import { z } from "zod";
import { askForConfirmation, defineTool, writes } from "../tool.ts";

export const decide = defineTool({
  name: "decide",
  title: "Decide about a finding",
  description:
    "Records a decision beside the machine's verdict: confirm it, override it, declare the requirement not applicable, or accept the risk until a date. It is recorded under the key that is used, so only pass on what a person has decided.",
  input: z.object({
    documentId: z.string(),
    itemId: z.string().describe("Of read_findings."),
    decision: z.enum(["confirm", "override", "not_applicable", "accept_risk"]),
    reason: z.string().min(1).describe("The person's reason."),
    complianceLevel: z
      .enum(["compliant", "partially_compliant", "non_compliant"])
      .optional()
      .describe("The right level, to override an item."),
    criterionKey: z.string().optional().describe("To decide about one criterion."),
    verdict: z
      .enum(["met", "partly", "contradicted", "missing"])
      .optional()
      .describe("The right verdict of a criterion."),
    acceptedUntil: z.iso.datetime().optional().describe("When an accepted risk expires."),
    confirmed: z.boolean().optional().describe("Whether the person has agreed."),
  }),
  annotations: writes,
  async run({ assay, options, signal }, { documentId, itemId, confirmed, ...body }) {
    if (options.asksForConfirmation && confirmed !== true)
      return askForConfirmation(`This would record the decision "${body.decision}" with the reason "${body.reason}".`);
    const { decisionId, state } = await assay.decideFinding(documentId, itemId, withoutAbsent(body), { signal });
    return { done: true, decisionId, state };
  },
});

type Present<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

/** The body has no members without a value. */
const withoutAbsent = <T extends object>(given: T): Present<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Present<T>;
