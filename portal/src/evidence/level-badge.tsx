import type { ComplianceLevel } from "@assay/sdk";
import { Badge } from "@mantine/core";
import { useTexts } from "../texts/texts-context.tsx";

const colours: Record<ComplianceLevel, string> = {
  compliant: "teal",
  partially_compliant: "yellow",
  non_compliant: "red",
};

export function LevelBadge({ level }: { level: ComplianceLevel }) {
  const { levels } = useTexts().evidence;
  return (
    <Badge color={colours[level]} variant="light" size="lg" tt="none" autoContrast>
      {levels[level]}
    </Badge>
  );
}
