import { Badge, type BadgeProps } from "@mantine/core";
import type { ReactNode } from "react";

/** A state in a word: the colour underlines it, and the word itself has the contrast of text. */
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
