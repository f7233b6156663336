import type { ResolvedCriterion } from "@assay/sdk";
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleHalf2,
  IconCircleMinus,
} from "@tabler/icons-react";
import { useTexts } from "../texts/texts-context.tsx";
import { StateBadge } from "../ui/state-badge.tsx";

/** Word and icon as well as colour, for readers who cannot tell colours apart. */
const looks = {
  met: { color: "green", icon: IconCircleCheck },
  partly: { color: "yellow", icon: IconCircleHalf2 },
  contradicted: { color: "red", icon: IconAlertTriangle },
  missing: { color: "gray", icon: IconCircleDashed },
  not_applicable: { color: "gray", icon: IconCircleMinus },
} as const;

export function VerdictBadge({ verdict }: { verdict: ResolvedCriterion["verdict"] }) {
  const { verdicts } = useTexts().evidence.item;
  const { color, icon: Picture } = looks[verdict];
  return (
    <StateBadge color={color} leftSection={<Picture size={13} aria-hidden />}>
      {verdicts[verdict]}
    </StateBadge>
  );
}
