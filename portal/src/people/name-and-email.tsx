import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

export function NameAndEmail({ name, email, badge }: { name: string; email: string; badge?: ReactNode }) {
  return (
    <Stack gap={2} style={{ minWidth: 0, overflowWrap: "anywhere" }}>
      <Text size="sm" fw={550}>
        {name} {badge}
      </Text>
      <Text size="sm" c="dimmed">
        {email}
      </Text>
    </Stack>
  );
}
