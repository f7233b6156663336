import type { Id } from "../platform/ids.ts";
import type { BrandImage } from "./brand-image.ts";

/** How the reports of a partner's companies look. What is undefined is the service's own. */
export interface Branding {
  /** Instead of the partner's name. */
  name: string | undefined;
  /** Of bands and headings: "#1f4e68". */
  accentColour: string | undefined;
  /** Of lines and small headings. */
  secondColour: string | undefined;
  contact: string | undefined;
  disclaimer: string | undefined;
  logo: BrandImage | undefined;
  cover: BrandImage | undefined;
}

export const noBranding: Branding = {
  ...{ name: undefined, accentColour: undefined, secondColour: undefined, contact: undefined },
  ...{ disclaimer: undefined, logo: undefined, cover: undefined },
};

export interface BrandingStore {
  find(partnerId: Id): Promise<Branding | undefined>;
  save(partnerId: Id, branding: Branding, at: Date): Promise<void>;
}
