import { Box, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";

interface SectionProps {
  title: string;
  hint: string;
  children: ReactNode;
}

/** One part of a dashboard. */
export function Section({ title, hint, children }: SectionProps) {
  const id = useId();
  return (
    <Stack gap="sm" component="section" aria-labelledby={id}>
      <Box>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      </Box>
      {children}
    </Stack>
  );
}
