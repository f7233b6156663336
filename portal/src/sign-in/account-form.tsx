import { AssayError } from "@assay/sdk";
import { Button, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { people } from "../service/assay.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { useSignedIn } from "./use-signed-in.ts";

const codeOf = (error: unknown) => (error instanceof AssayError ? error.code : undefined);

/** Asks for a code only once the service has said that the account has a second factor. */
export function AccountForm() {
  const { signIn } = useTexts();
  const { account: words } = signIn;
  const { from } = useSearch({ from: "/sign-in" });
  const goOn = useSignedIn();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [isCodeAsked, setCodeAsked] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const attempt = useMutation({
    mutationFn: () =>
      people.signInWithPassword(
        { email: email.trim(), password, ...(code.trim() !== "" && { code: code.trim() }) },
        { retries: 0 },
      ),
    // Forget the password as soon as the attempt ends.
    gcTime: 0,
    onSuccess: (session) => goOn(session, from),
    onError: (error) => {
      if (codeOf(error) === "second_factor_required") setCodeAsked(true);
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    const isIncomplete = email.trim() === "" || password === "";
    setIsMissing(isIncomplete);
    if (!isIncomplete) attempt.mutate();
  }

  const { error } = attempt;
  const isRefused = codeOf(error) === "unauthenticated" || codeOf(error) === "invalid_request";
  const isCodeWrong = codeOf(error) === "second_factor_required" && code !== "";
  const tooMany =
    error instanceof AssayError && error.status === 429 ? signIn.tooMany(error.retryAfterSeconds ?? 60) : undefined;
  const isOther = error !== null && codeOf(error) !== "second_factor_required" && !isRefused && tooMany === undefined;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {words.lead}
        </Text>
        <TextInput
          type="email"
          label={words.email}
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          autoComplete="username"
          data-autofocus
        />
        <PasswordInput
          label={words.password}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          error={isMissing ? words.missing : isRefused ? words.refused : tooMany}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ "aria-label": words.show }}
        />
        {isCodeAsked && (
          <TextInput
            label={words.code}
            description={words.codeHint}
            value={code}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
            error={isCodeWrong && words.codeRefused}
            autoComplete="one-time-code"
            spellCheck={false}
            maxLength={40}
          />
        )}
        {isOther && <ErrorState error={error} />}
        <Button type="submit" loading={attempt.isPending}>
          {signIn.submit}
        </Button>
      </Stack>
    </form>
  );
}
