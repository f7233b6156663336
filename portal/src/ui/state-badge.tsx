import { Badge, type BadgeProps } from "@mantine/core";
import type { ReactNode } from "react";

/** A state in words on its colour; the words are in the colour of text, which every background here lets be read. */
export function StateBadge({ children, ...props }: BadgeProps & { children: ReactNode }) {
  return (
    <Badge
      variant="light"
      radius="sm"
      styles={{
        root: { flexShrink: 0 },
        label: { color: "var(--mantine-color-text)", textTransform: "none", fontWeight: 600 },
        section: { color: "var(--mantine-color-text)" },
      }}
      {...props}
    >
      {children}
    </Badge>
  );
}
