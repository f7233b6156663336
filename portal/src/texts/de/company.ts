import type { Texts } from "../texts.ts";

export const company: Texts["company"] = {
  entities: { title: "Geschäftseinheiten" },
};
