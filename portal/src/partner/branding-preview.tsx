import type { Branding } from "@assay/sdk";
import { Text, Title } from "@mantine/core";
import { useTexts } from "../texts/texts-context.tsx";
import classes from "./branding-preview.module.css";

const ownColour = "#1f4e68";
const isColour = (text: string | null): text is string => text !== null && /^#[0-9a-f]{6}$/i.test(text);
const sourceOf = ({ mediaType, data }: NonNullable<Branding["logo"]>) => `data:${mediaType};base64,${data}`;

/** The first page of a report, as it would look. */
export function BrandingPreview({ branding }: { branding: Branding }) {
  const { branding: words } = useTexts();
  const { logo, cover, name, contact, disclaimer } = branding;
  const accent = isColour(branding.accentColour) ? branding.accentColour : ownColour;
  const second = isColour(branding.secondColour) ? branding.secondColour : accent;
  return (
    <section aria-label={words.preview}>
      <Title order={2} size="h4" mb="sm">
        {words.preview}
      </Title>
      <div className={classes["page"]}>
        {cover !== null && <img className={classes["cover"]} src={sourceOf(cover)} alt={words.cover} />}
        <div className={classes["band"]} style={{ backgroundColor: accent, borderBottomColor: second }}>
          <div>
            <p className={classes["kind"]}>{words.previewTitle}</p>
            <p className={classes["name"]}>{words.previewName}</p>
          </div>
          {logo !== null && <img className={classes["logo"]} src={sourceOf(logo)} alt={words.logo} />}
        </div>
        <div className={classes["content"]}>
          <p className={classes["heading"]} style={{ color: accent }}>
            75.9 / 100
          </p>
          <div className={classes["line"]} style={{ backgroundColor: second }} />
          {[name, contact, disclaimer].map(
            (text, at) =>
              text !== null && (
                // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
                <Text key={at} size={at === 0 ? "sm" : "xs"} c="#5b6875" style={{ whiteSpace: "pre-line" }}>
                  {text}
                </Text>
              ),
          )}
        </div>
      </div>
    </section>
  );
}
