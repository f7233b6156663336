import { Box, Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTexts } from "../texts/texts-context.tsx";

interface PageProps {
  title: string;
  /** A link above the title, to the page that this one belongs to. */
  back?: ReactNode;
  /** One line under the title. */
  lead?: ReactNode;
  /** Actions for the whole page, shown at the top right. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of every page: document title, heading, actions and content. */
export function Page({ title, back, lead, actions, children }: PageProps) {
  const { shell } = useTexts();
  return (
    <Stack gap="lg">
      <title>{`${title} · ${shell.product}`}</title>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Box maw={760}>
          {back}
          <Title order={1} size="h2" lh={1.25} style={{ overflowWrap: "anywhere" }}>
            {title}
          </Title>
          {lead !== undefined && (
            <Text c="dimmed" size="sm" mt={4}>
              {lead}
            </Text>
          )}
        </Box>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
