import { Card, Group, Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface AccountCardProps {
  title: string;
  badge?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** A part of the account's page with what can be done there. */
export function AccountCard({ title, badge, action, children }: AccountCardProps) {
  return (
    <Card withBorder component="section" aria-label={title}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Group gap="xs">
            <Title order={2} size="h4">
              {title}
            </Title>
            {badge}
          </Group>
          {action}
        </Group>
        {children}
      </Stack>
    </Card>
  );
}
