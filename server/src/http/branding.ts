import { type Static, Type } from "typebox";
import { type BrandImage, maxImageBytes } from "../tenancy/brand-image.ts";
import { type Branding, noBranding } from "../tenancy/branding.ts";
import { replaceBranding } from "../tenancy/replace-branding.ts";
import { partnerContext } from "./access.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { closed, nullable, responses } from "./wire.ts";

/** Two images in base64, and the texts. */
const brandingLimitBytes = 2 * 1024 * 1024;

const colour = (use: string) =>
  Type.String({ maxLength: 20, description: `${use} As #1f4e68, with a contrast of at least 4.5 with white.` });
const image = (what: string) =>
  Type.String({
    maxLength: Math.ceil((maxImageBytes * 4) / 3) + 4,
    description: `${what}: PNG or JPEG of at most ${maxImageBytes / 1024} KiB, in base64. Absent: unchanged.`,
  });
const text = (maxLength: number, description: string) => Type.String({ maxLength, description });

const texts = {
  name: nullable(text(200, "Named in reports instead of the partner's name.")),
  accentColour: nullable(colour("Of bands and headings.")),
  secondColour: nullable(colour("Of lines and small headings.")),
  contact: nullable(text(500, "Such as an address and a telephone number.")),
  disclaimer: nullable(text(2000, "At the end of the report for the board.")),
};
const imageBody = Type.Object({
  mediaType: Type.Enum(["image/png", "image/jpeg"]),
  data: Type.String({ description: "In base64, without what an image may hold beside its picture." }),
});
const brandingBody = Type.Object({ ...texts, logo: nullable(imageBody), cover: nullable(imageBody) });
const { name, accentColour, secondColour, contact, disclaimer } = texts;
const givenBody = Type.Object(
  {
    name: Type.Optional(name),
    accentColour: Type.Optional(accentColour),
    secondColour: Type.Optional(secondColour),
    contact: Type.Optional(contact),
    disclaimer: Type.Optional(disclaimer),
    logo: Type.Optional(nullable(image("Beside the report's title"))),
    cover: Type.Optional(nullable(image("Above the report's title"))),
  },
  closed,
);

const toImageBody = (image: BrandImage | undefined) =>
  image === undefined ? null : { mediaType: image.mediaType, data: image.bytes.toString("base64") };

const toBrandingBody = (branding: Branding): Static<typeof brandingBody> => ({
  name: branding.name ?? null,
  accentColour: branding.accentColour ?? null,
  secondColour: branding.secondColour ?? null,
  contact: branding.contact ?? null,
  disclaimer: branding.disclaimer ?? null,
  logo: toImageBody(branding.logo),
  cover: toImageBody(branding.cover),
});

/** How the reports of a partner's companies look. */
export function brandingRoutes(app: Routes, deps: RouteDeps): void {
  const tags = ["Branding"];
  app.get(
    "/v1/branding",
    {
      config: { access: "partner" },
      schema: {
        operationId: "getBranding",
        tags,
        summary: "Read the branding of the partner's reports",
        response: responses(200, brandingBody, 401, 403),
      },
    },
    async (request) => {
      const { partnerId } = partnerContext(request).actor;
      return toBrandingBody((await deps.db.brandings.find(partnerId)) ?? noBranding);
    },
  );

  app.put(
    "/v1/branding",
    {
      bodyLimit: brandingLimitBytes,
      config: { access: "partner" },
      schema: {
        operationId: "replaceBranding",
        tags,
        summary: "Replace the branding of the partner's reports",
        description:
          "PDF and Word reports of all its companies have it at once, unless a report is asked for with branding=off. Texts and colours that are absent or null are the service's own again.",
        body: givenBody,
        response: responses(200, brandingBody, 400, 401, 403, 413, 415, 422),
      },
    },
    async (request) => {
      const context = partnerContext(request);
      return toBrandingBody(await replaceBranding(deps, context, context.actor.partnerId, request.body));
    },
  );
}
