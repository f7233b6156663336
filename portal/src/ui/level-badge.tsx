import type { ComplianceLevel } from "@assay/sdk";
import { Badge, type BadgeProps } from "@mantine/core";
import { useFormats, useTexts } from "../texts/texts-context.tsx";

/** Colour and words for a level: the words, because not everyone sees the colour. */
const colours: Record<ComplianceLevel, string> = {
  compliant: "green",
  partially_compliant: "yellow",
  non_compliant: "red",
};

interface LevelBadgeProps extends BadgeProps {
  level: ComplianceLevel | null;
  /** Shown beside the level where there is one. */
  score?: number | null;
}

export function LevelBadge({ level, score, ...props }: LevelBadgeProps) {
  const { ui } = useTexts();
  const formats = useFormats();
  const words = level === null ? ui.levels.none : ui.levels[level];
  return (
    <Badge
      color={level === null ? "gray" : colours[level]}
      variant="light"
      radius="sm"
      autoContrast
      styles={{ label: { color: "var(--mantine-color-text)", textTransform: "none", fontWeight: 600 } }}
      {...props}
    >
      {score === null || score === undefined ? words : `${formats.score(score)} · ${words}`}
    </Badge>
  );
}
