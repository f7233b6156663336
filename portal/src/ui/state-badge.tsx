import { Badge, type BadgeProps } from "@mantine/core";
import type { ReactNode } from "react";

/** A state as text on a colour with sufficient contrast. */
export function StateBadge({ children, ...props }: BadgeProps & { children: ReactNode }) {
  return (
    <Badge
      variant="light"
      radius="sm"
      miw="max-content"
      styles={{
        label: { color: "var(--mantine-color-text)", textTransform: "none", fontWeight: 600 },
        section: { color: "var(--mantine-color-text)" },
      }}
      {...props}
    >
      {children}
    </Badge>
  );
}
