import { Center, Group, Paper, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { ColourSwitch } from "../shell/colour-switch.tsx";
import { LanguageSwitch } from "../shell/language-switch.tsx";
import { useTexts } from "../texts/texts-context.tsx";
import { BrandMark } from "../ui/brand-mark.tsx";

/** The frame of pages for people who are not signed in yet. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  const { shell } = useTexts();
  return (
    <Center component="main" mih="100dvh" p="md">
      <title>{`${title} · ${shell.product}`}</title>
      <Stack w="100%" maw={420} gap="md">
        <Group justify="space-between">
          <Group gap="xs">
            <BrandMark size={32} />
            <Text fw={700} size="xl">
              {shell.product}
            </Text>
          </Group>
          <Group gap={2}>
            <LanguageSwitch />
            <ColourSwitch />
          </Group>
        </Group>
        <Paper withBorder shadow="sm" p="lg">
          <Stack gap="md">
            <Title order={1} size="h3">
              {title}
            </Title>
            {children}
          </Stack>
        </Paper>
      </Stack>
    </Center>
  );
}
