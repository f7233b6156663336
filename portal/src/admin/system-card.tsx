import { Paper, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

export function SystemCard({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h5">
        {title}
      </Title>
      {lead !== undefined && (
        <Text size="sm" c="dimmed">
          {lead}
        </Text>
      )}
      <div style={{ marginTop: "var(--mantine-spacing-sm)" }}>{children}</div>
    </Paper>
  );
}
