import { readFile } from "node:fs/promises";
import type { Branding } from "@assay/sdk";
import { unreadableFile } from "../cli-error.ts";
import type { Command } from "../command.ts";

const none = "none";
const textOptions = [
  { name: "name", field: "name", summary: "Named in reports instead of the partner's name." },
  { name: "accent-colour", field: "accentColour", summary: "Of bands and headings, such as #1f4e68." },
  { name: "second-colour", field: "secondColour", summary: "Of lines and small headings." },
  { name: "contact", field: "contact", summary: "Such as an address and a telephone number." },
  { name: "disclaimer", field: "disclaimer", summary: "At the end of the report for the board." },
] as const;
const imageOptions = [
  { name: "logo", summary: "A PNG or JPEG file, beside the report's title." },
  { name: "cover", summary: "A PNG or JPEG file, above the report's title." },
] as const;

async function readImage(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadableFile(path, error);
  });
  return bytes.toString("base64");
}

export const brandingCommands: Command[] = [
  {
    name: "branding",
    summary: "Show or change how the reports of the partner's companies look.",
    options: [
      ...textOptions.map(({ name, summary }) => ({ name, value: "TEXT", summary })),
      ...imageOptions.map(({ name, summary }) => ({ name, value: "FILE", summary })),
    ],
    details: `What is not named stays as it is; "${none}" takes it away.`,
    examples: [
      ["assay branding", "How reports look"],
      ["assay branding --logo logo.png --accent-colour '#7a1f3d'", "A logo and a colour"],
      ["assay branding --cover none", "No cover image any more"],
    ],
    async run({ connection, terminal, isJson, json, signal }, { text }) {
      const partner = connection.partner();
      let branding = await partner.getBranding({ signal });
      const texts = textOptions.filter(({ name }) => text(name) !== undefined);
      const images = imageOptions.filter(({ name }) => text(name) !== undefined);
      if (texts.length + images.length > 0) {
        const { logo: _logo, cover: _cover, ...before } = branding;
        const body: Parameters<typeof partner.replaceBranding>[0] = before;
        for (const { name, field } of texts) body[field] = text(name) === none ? null : (text(name) ?? null);
        for (const { name } of images) body[name] = text(name) === none ? null : await readImage(text(name) ?? "");
        branding = await partner.replaceBranding(body, { signal });
      }
      if (isJson) json(branding);
      else for (const [field, value] of describe(branding)) terminal.out(`${field.padEnd(14)} ${value}`);
      return undefined;
    },
  },
];

const describe = ({ logo, cover, ...texts }: Branding): [string, string][] => [
  ...textOptions.map(({ name, field }): [string, string] => [name, texts[field] ?? "–"]),
  ...Object.entries({ logo, cover }).map(([name, image]): [string, string] => [
    name,
    image === null ? "–" : `${image.mediaType}, ${Math.ceil((image.data.length * 3) / 4)} bytes`,
  ]),
];
