import { Paper, Stack, Text, ThemeIcon, Title } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";

interface EmptyStateProps {
  icon: Icon;
  title: string;
  text: string;
  /** What to do about it. */
  action?: ReactNode;
}

/** Shown instead of an empty list, with what to do next. */
export function EmptyState({ icon: Picture, title, text, action }: EmptyStateProps) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="xs" maw={460} mx="auto" py="md" ta="center">
        <ThemeIcon variant="light" size={52} radius="xl">
          <Picture size={26} aria-hidden />
        </ThemeIcon>
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text c="dimmed" size="sm">
          {text}
        </Text>
        {action}
      </Stack>
    </Paper>
  );
}
