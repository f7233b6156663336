import { AssayError } from "@assay/sdk";
import { Alert, Button, Center, Group, Paper, PasswordInput, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter, useSearch } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { assay } from "../service/assay.ts";
import { sessionQuery } from "../service/session-query.ts";
import { ColourSwitch } from "../shell/colour-switch.tsx";
import { LanguageSwitch } from "../shell/language-switch.tsx";
import type { Texts } from "../texts/texts.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { BrandMark } from "../ui/brand-mark.tsx";
import { ErrorState } from "../ui/error-state.tsx";

/** The two errors that belong to the field; others are shown as page errors. */
function refusalOf(error: unknown, signIn: Texts["signIn"]): string | undefined {
  if (!(error instanceof AssayError)) return undefined;
  if (error.status === 401 || error.status === 400) return signIn.refused;
  if (error.status === 429) return signIn.tooMany(error.retryAfterSeconds ?? 60);
  return undefined;
}

export function SignInPage() {
  const { signIn, shell } = useTexts();
  const { from, ended } = useSearch({ from: "/sign-in" });
  const router = useRouter();
  const queryClient = useQueryClient();
  const [key, setKey] = useState("");
  const [isMissing, setIsMissing] = useState(false);

  const attempt = useMutation({
    // No retries: a wrong key stays wrong, and each attempt counts against the limit.
    mutationFn: (given: string) => assay.signIn(given, { retries: 0 }),
    // Forget the key as soon as the attempt ends.
    gcTime: 0,
    onSuccess: async (session) => {
      setKey("");
      queryClient.clear();
      queryClient.setQueryData(sessionQuery.queryKey, session);
      router.history.push(from === undefined ? "/portal/" : `/portal${from.replace(/^\/portal/, "")}`);
      await router.invalidate();
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsMissing(key.trim() === "");
    if (key.trim() !== "") attempt.mutate(key.trim());
  }

  const refusal = attempt.isError ? refusalOf(attempt.error, signIn) : undefined;
  return (
    <Center component="main" mih="100dvh" p="md">
      <title>{`${signIn.title} · ${shell.product}`}</title>
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
          <form onSubmit={submit} noValidate>
            <Stack gap="md">
              <Title order={1} size="h3">
                {signIn.title}
              </Title>
              <Text size="sm" c="dimmed">
                {signIn.lead}
              </Text>
              {ended && !attempt.isError && <Alert variant="light">{signIn.ended}</Alert>}
              <PasswordInput
                label={signIn.key}
                description={signIn.keyHint}
                value={key}
                onChange={(event) => setKey(event.currentTarget.value)}
                error={isMissing ? signIn.missing : refusal}
                autoComplete="off"
                spellCheck={false}
                data-autofocus
                visibilityToggleButtonProps={{ "aria-label": signIn.show }}
              />
              {attempt.isError && refusal === undefined && <ErrorState error={attempt.error} />}
              <Button type="submit" loading={attempt.isPending}>
                {signIn.submit}
              </Button>
            </Stack>
          </form>
        </Paper>
      </Stack>
    </Center>
  );
}
