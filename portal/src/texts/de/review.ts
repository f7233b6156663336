import type { Texts } from "../texts.ts";

export const review: Texts["review"] = {
  reviews: { title: "Prüfungen" },
  documents: { title: "Dokumente" },
};
