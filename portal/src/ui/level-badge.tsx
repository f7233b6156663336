import type { ComplianceLevel } from "@assay/sdk";
import type { BadgeProps } from "@mantine/core";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { StateBadge } from "./state-badge.tsx";

/** A level as text and colour, because not everyone can tell the colours apart. */
const colours: Record<ComplianceLevel, string> = {
  compliant: "green",
  partially_compliant: "yellow",
  non_compliant: "red",
  not_applicable: "gray",
};

interface LevelBadgeProps extends BadgeProps {
  level: ComplianceLevel | null;
  /** Shown beside the level if given. */
  score?: number | null;
}

export function LevelBadge({ level, score, ...props }: LevelBadgeProps) {
  const { ui } = useTexts();
  const formats = useFormats();
  const words = level === null ? ui.levels.none : ui.levels[level];
  return (
    <StateBadge color={level === null ? "gray" : colours[level]} {...props}>
      {score === null || score === undefined ? words : `${formats.score(score)} · ${words}`}
    </StateBadge>
  );
}
