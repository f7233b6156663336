import type { Gap } from "@assay/sdk";
import { useTexts } from "../texts/texts-context.tsx";
import { StateBadge } from "../ui/state-badge.tsx";

const severityColours = { critical: "red", high: "orange", medium: "yellow", low: "gray" } as const;
const statusColours = { open: "red", in_progress: "blue", fixed: "green", accepted: "grape" } as const;

export function SeverityBadge({ severity }: Pick<Gap, "severity">) {
  const { gaps } = useTexts();
  return <StateBadge color={severityColours[severity]}>{gaps.severities[severity]}</StateBadge>;
}

export function StatusBadge({ status }: Pick<Gap, "status">) {
  const { gaps } = useTexts();
  return <StateBadge color={statusColours[status]}>{gaps.statuses[status]}</StateBadge>;
}
