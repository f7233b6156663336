import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectralCore from "@stoplight/spectral-core";
import spectralRulesets from "@stoplight/spectral-rulesets";

/** What Redocly's and Spectral's recommended rules find in the description, as sentences. */
export async function lintDescription(text: string): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended"] });
  const ofRedocly = await lintFromString({ source: text, absoluteRef: "openapi.json", config });
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset({ extends: [spectralRulesets.oas], rules: {} } as never);
  const ofSpectral = await spectral.run(text);
  return [
    ...ofRedocly.map(({ ruleId, message, location }) => `redocly ${ruleId}: ${message} ${location[0]?.pointer ?? ""}`),
    ...ofSpectral.map(({ code, message, path }) => `spectral ${code}: ${message} ${path.join(".")}`),
  ];
}
