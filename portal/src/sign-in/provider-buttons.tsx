import { Button, Divider, Stack } from "@mantine/core";
import { IconLogin2 } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { people } from "../service/assay.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { ErrorState } from "../ui/error-state.tsx";

/** Nothing if the service has no identity provider. */
export function ProviderButtons() {
  const { provider: words } = useTexts().signIn;
  const { from: page } = useSearch({ from: "/sign-in" });
  const query = useQuery({
    queryKey: ["sign-in-providers"],
    queryFn: ({ signal }) => people.listSignInProviders({ signal }),
  });
  const beginning = useMutation({
    mutationFn: (providerId: string) =>
      people.beginProviderSignIn({ providerId, ...(page !== undefined && { page }) }, { retries: 0 }),
    onSuccess: ({ url }) => location.assign(url),
  });
  const providers = query.data?.providers ?? [];
  if (providers.length === 0) return null;
  return (
    <Stack gap="md">
      <Divider label={words.or} />
      {providers.map(({ providerId, name }) => (
        <Button
          key={providerId}
          variant="default"
          leftSection={<IconLogin2 size={18} aria-hidden />}
          loading={beginning.isPending || beginning.isSuccess}
          onClick={() => beginning.mutate(providerId)}
        >
          {words.signInWith(name)}
        </Button>
      ))}
      {beginning.isError && <ErrorState error={beginning.error} />}
    </Stack>
  );
}
