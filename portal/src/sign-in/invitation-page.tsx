import { AssayError } from "@assay/sdk";
import { Alert, Button, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { people } from "../service/assay.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { LoadingState } from "../ui/loading-state.tsx";
import { SignInFrame } from "./sign-in-frame.tsx";

type Invitation = Awaited<ReturnType<typeof people.readInvitation>>;
const statusOf = (error: unknown) => (error instanceof AssayError ? error.status : undefined);

/** Where the link of an invitation leads. Its token is behind the #, so that no server sees it in an address. */
export function InvitationPage() {
  const { invitation: words } = useTexts().signIn;
  const token = useLocation({ select: ({ hash }) => hash });
  const query = useQuery({
    queryKey: ["invitation", token],
    queryFn: ({ signal }) => people.readInvitation(token, { signal, retries: 0 }),
    enabled: token !== "",
    retry: false,
  });
  return (
    <SignInFrame title={words.title}>
      {query.data !== undefined ? (
        <AcceptForm token={token} invitation={query.data} />
      ) : token === "" || statusOf(query.error) === 404 ? (
        <Alert variant="light" color="yellow">
          {words.gone}
        </Alert>
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingState rows={3} />
      )}
    </SignInFrame>
  );
}

function AcceptForm({ token, invitation }: { token: string; invitation: Invitation }) {
  const { signIn } = useTexts();
  const { account, invitation: words } = signIn;
  const navigate = useNavigate();
  const [, setWay] = useLocalStorage({ key: "assay.sign-in", defaultValue: "key" });
  const [name, setName] = useState(invitation.name);
  const [password, setPassword] = useState("");
  const [isChecked, setChecked] = useState(false);
  const accepting = useMutation({
    mutationFn: () => people.acceptInvitation({ token, name: name.trim(), password }, { retries: 0 }),
    gcTime: 0,
    onSuccess: async () => {
      setWay("account");
      await navigate({ to: "/sign-in" });
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (name.trim() !== "" && password !== "") accepting.mutate();
  }

  const { error } = accepting;
  const known: Record<number, string> = { 401: words.otherPassword, 404: words.gone, 422: words.weak };
  const refusal =
    error instanceof AssayError && error.status === 429
      ? signIn.tooMany(error.retryAfterSeconds ?? 60)
      : known[statusOf(error) ?? 0];
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">{words.lead(invitation.organisationName ?? words.operator, words.roles[invitation.role])}</Text>
        <TextInput type="email" label={account.email} value={invitation.email} readOnly autoComplete="username" />
        <TextInput
          label={words.name}
          value={name}
          maxLength={200}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={isChecked && name.trim() === "" && words.nameMissing}
          autoComplete="name"
        />
        <PasswordInput
          label={account.password}
          description={words.passwordHint}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          error={isChecked && password === "" ? words.passwordMissing : refusal}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ "aria-label": account.show }}
        />
        {error !== null && refusal === undefined && <ErrorState error={error} />}
        <Button type="submit" loading={accepting.isPending}>
          {words.submit}
        </Button>
      </Stack>
    </form>
  );
}
