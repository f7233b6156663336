import type { Texts } from "../texts.ts";

export const webhooks: Texts["webhooks"] = {
  title: "Webhooks",
};
