import type { AuditContext } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { AppError } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import { type BrandImage, readBrandImage } from "./brand-image.ts";
import { type Branding, type BrandingStore, noBranding } from "./branding.ts";
import { contrastWithWhite } from "./colour-contrast.ts";

interface ReplaceBrandingDeps extends AuditDeps {
  db: Transactional<{ brandings: BrandingStore; audit: AuditLog }>;
}

/** Images in base64. An absent image stays as it is; null takes it away. */
export interface GivenBranding {
  name?: string | null | undefined;
  accentColour?: string | null | undefined;
  secondColour?: string | null | undefined;
  contact?: string | null | undefined;
  disclaimer?: string | null | undefined;
  logo?: string | null | undefined;
  cover?: string | null | undefined;
}

/** "Text and images of text have a contrast ratio of at least 4.5:1" (WCAG 2, level AA). */
const minContrast = 4.5;

/** Everything is replaced but images that are not given. */
export async function replaceBranding(
  deps: ReplaceBrandingDeps,
  context: AuditContext,
  partnerId: Id,
  given: GivenBranding,
): Promise<Branding> {
  const [accentColour, secondColour] = [
    readColour("accentColour", given.accentColour),
    readColour("secondColour", given.secondColour),
  ];
  const images = { logo: readImage("logo", given.logo), cover: readImage("cover", given.cover) };
  return deps.db.transaction(async ({ brandings, audit }) => {
    const before = (await brandings.find(partnerId)) ?? noBranding;
    const branding: Branding = {
      ...{ accentColour, secondColour },
      ...{ name: given.name?.trim() || undefined, contact: given.contact?.trim() || undefined },
      disclaimer: given.disclaimer?.trim() || undefined,
      logo: images.logo === "keep" ? before.logo : images.logo,
      cover: images.cover === "keep" ? before.cover : images.cover,
    };
    await brandings.save(partnerId, branding, deps.clock.now());
    const set = Object.entries(branding).flatMap(([field, value]) => (value === undefined ? [] : [field]));
    await recordAuditEntry(deps, audit, context, "partner.branding_replaced", partnerId, { set });
    return branding;
  });
}

function readColour(field: string, given: string | null | undefined): string | undefined {
  if (given === null || given === undefined) return undefined;
  if (!/^#[0-9a-f]{6}$/i.test(given))
    throw new AppError("invalid_request", `${field} must be a colour such as #1f4e68, not "${given.slice(0, 20)}".`);
  const contrast = contrastWithWhite(given);
  if (contrast < minContrast)
    throw new AppError(
      "invalid_request",
      // Rounded down, so that 4.49 does not look as if it were enough.
      `${field} ${given} has a contrast of ${Math.floor(10 * contrast) / 10} with white; reports need at least ${minContrast}. Choose a darker colour.`,
    );
  return given.toLowerCase();
}

function readImage(field: string, given: string | null | undefined): BrandImage | undefined | "keep" {
  if (given === undefined) return "keep";
  if (given === null) return undefined;
  const bytes = Buffer.from(given, "base64");
  if (bytes.length < 16 || bytes.toString("base64").replaceAll("=", "") !== given.replaceAll("=", ""))
    throw new AppError("invalid_request", `${field} must be an image in base64.`);
  return readBrandImage(field, bytes);
}
