import { Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { people } from "../service/assay.ts";
import { sessionQuery } from "../service/session-query.ts";
import { destinations } from "../shell/navigation.ts";
import { capitalised } from "../texts/page-names.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { StateBadge } from "../ui/state-badge.tsx";
import { AccountCard } from "./account-card.tsx";
import type { Account } from "./account-queries.ts";

/** The organisations of the account, with a switch to each. */
export function OrganisationsCard({ memberships }: Pick<Account, "memberships">) {
  const { account, signIn, ui } = useTexts();
  const { organisations: words } = account;
  const client = useQueryClient();
  const router = useRouter();
  const switching = useMutation({
    mutationFn: async (membershipId: string) => {
      const session = await people.switchOrganisation(membershipId);
      await router.preloadRoute({ to: destinations[session.role][0].to });
      return session;
    },
    // What was read before belongs to another organisation.
    onSuccess: async (session) => {
      client.clear();
      client.setQueryData(sessionQuery.queryKey, session);
      await router.navigate({ to: destinations[session.role][0].to });
    },
  });
  return (
    <AccountCard title={words.title}>
      <Stack gap="xs">
        {memberships.map(({ membershipId, role, organisationName, isCurrent }) => {
          const name = organisationName ?? words.operator;
          return (
            <Group key={membershipId} justify="space-between" gap="xs" data-testid="membership">
              <Group gap="xs">
                <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                  {ui.labelled(name, capitalised(signIn.invitation.roles[role]))}
                </Text>
                {isCurrent && <StateBadge>{words.current}</StateBadge>}
              </Group>
              {!isCurrent && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={ui.labelled(words.switch, name)}
                  loading={switching.isPending && switching.variables === membershipId}
                  onClick={() => switching.mutate(membershipId)}
                >
                  {words.switch}
                </Button>
              )}
            </Group>
          );
        })}
        {switching.isError && <ErrorState error={switching.error} title={ui.error.action} />}
      </Stack>
    </AccountCard>
  );
}
