import type { Texts } from "../texts.ts";

export const evidence: Texts["evidence"] = {
  submit: { title: "Nouvelle soumission" },
};
