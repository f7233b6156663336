import { z } from "zod";
import { defineTool, reads } from "../tool.ts";

export const listControls = defineTool({
  name: "list_controls",
  title: "What documents can be reviewed against",
  description:
    "Lists the controls (such as a data processing agreement under GDPR) with their codes, and what kind of document each is for. With `control` it lists the requirements of one.",
  input: z.object({
    control: z.string().optional().describe("The code or id of a control, to list its requirements."),
    language: z.enum(["en", "de", "fr", "es"]).optional().describe("The language of names. Default: en."),
  }),
  annotations: reads,
  async run({ assay, signal }, { control, language }) {
    const { frameworks } = await assay.listComplianceFrameworks({ signal, language });
    const controls = frameworks.flatMap((framework) =>
      framework.controls.map(({ id, code, name, description, itemCount }) => ({
        ...{ id, code, name, framework: framework.name, description, requirementCount: itemCount },
      })),
    );
    if (control === undefined) return { controls };
    const found = findControl(controls, control);
    if (found === undefined) return { error: unknownControl(controls, control) };
    const { items } = await assay.listControlItems(found.id, { signal, language });
    return {
      control: found,
      requirements: items
        .filter(({ isObsolete }) => !isObsolete)
        .map(({ id, externalId, name, objective }) => ({ id, reference: externalId, name, objective })),
    };
  },
});

interface ControlCode {
  id: string;
  code: string;
}

export const findControl = <Control extends ControlCode>(controls: Control[], wanted: string): Control | undefined =>
  controls.find(({ id, code }) => id === wanted || code.toLowerCase() === wanted.trim().toLowerCase());

export const unknownControl = (controls: ControlCode[], wanted: string) =>
  `There is no control ${wanted}. Known codes: ${controls.map(({ code }) => code).join(", ")}.`;
