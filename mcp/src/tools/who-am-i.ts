import { z } from "zod";
import { defineTool, reads } from "../tool.ts";

export const whoAmI = defineTool({
  name: "whoami",
  title: "Who am I",
  description: "Whose key is used: the company or partner, and what remains of its limits.",
  input: z.object({}),
  annotations: reads,
  async run({ assay, signal }) {
    const { tier, limits, quotas } = await assay.getMe({ signal });
    return { tier, limits, quotas };
  },
});
