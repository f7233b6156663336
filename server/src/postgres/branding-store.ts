import type { BrandImage } from "../tenancy/brand-image.ts";
import type { Branding, BrandingStore } from "../tenancy/branding.ts";
import { cleanText } from "./clean-text.ts";
import { execute, firstRow, type QueryRunner, statement } from "./query.ts";

const find = statement(
  `SELECT name, accent_colour AS "accentColour", second_colour AS "secondColour", contact, disclaimer, logo,
     logo_media_type AS "logoMediaType", cover, cover_media_type AS "coverMediaType"
   FROM partner_brandings WHERE partner_id = $1`,
);
const save = statement(
  `INSERT INTO partner_brandings (partner_id, name, accent_colour, second_colour, contact, disclaimer, logo,
     logo_media_type, cover, cover_media_type, changed_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
   ON CONFLICT (partner_id) DO UPDATE SET name = $2, accent_colour = $3, second_colour = $4, contact = $5,
     disclaimer = $6, logo = $7, logo_media_type = $8, cover = $9, cover_media_type = $10, changed_at = $11`,
);

type TextField = "name" | "accentColour" | "secondColour" | "contact" | "disclaimer";
type BrandingRow = Record<TextField, string | null> & {
  logo: Buffer | null;
  logoMediaType: BrandImage["mediaType"] | null;
  cover: Buffer | null;
  coverMediaType: BrandImage["mediaType"] | null;
};

const toImage = (bytes: Buffer | null, mediaType: BrandImage["mediaType"] | null): BrandImage | undefined =>
  bytes === null || mediaType === null ? undefined : { bytes, mediaType };

const fromRow = (row: BrandingRow): Branding => ({
  name: row.name ?? undefined,
  accentColour: row.accentColour ?? undefined,
  secondColour: row.secondColour ?? undefined,
  contact: row.contact ?? undefined,
  disclaimer: row.disclaimer ?? undefined,
  logo: toImage(row.logo, row.logoMediaType),
  cover: toImage(row.cover, row.coverMediaType),
});

export function brandingStore(run: QueryRunner): BrandingStore {
  return {
    async find(partnerId) {
      const row = await firstRow<BrandingRow>(run, find, [partnerId]);
      return row && fromRow(row);
    },
    save: (partnerId, { name, accentColour, secondColour, contact, disclaimer, logo, cover }, at) =>
      execute(run, save, [
        ...[partnerId, name && cleanText(name), accentColour, secondColour],
        ...[contact && cleanText(contact), disclaimer && cleanText(disclaimer)],
        ...[logo?.bytes, logo?.mediaType, cover?.bytes, cover?.mediaType, at],
      ]),
  };
}
