import { AssayError } from "@assay/sdk";
import { Button, PasswordInput, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { people } from "../service/assay.ts";
import type { Texts } from "../texts/texts.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { useSignedIn } from "./use-signed-in.ts";

/** The errors that belong to the field; others are shown as page errors. */
function refusalOf(error: unknown, signIn: Texts["signIn"]): string | undefined {
  if (!(error instanceof AssayError)) return undefined;
  if (error.status === 401 || error.status === 400) return signIn.refused;
  if (error.status === 429) return signIn.tooMany(error.retryAfterSeconds ?? 60);
  return undefined;
}

export function KeyForm() {
  const { signIn } = useTexts();
  const { from } = useSearch({ from: "/sign-in" });
  const goOn = useSignedIn();
  const [key, setKey] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const attempt = useMutation({
    // No retries: a wrong key stays wrong, and each attempt counts against the limit.
    mutationFn: (given: string) => people.signIn(given, { retries: 0 }),
    // Forget the key as soon as the attempt ends.
    gcTime: 0,
    onSuccess: async (session) => {
      setKey("");
      await goOn(session, from);
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsMissing(key.trim() === "");
    if (key.trim() !== "") attempt.mutate(key.trim());
  }

  const refusal = attempt.isError ? refusalOf(attempt.error, signIn) : undefined;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {signIn.lead}
        </Text>
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
  );
}
