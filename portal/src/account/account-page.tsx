import { Alert, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "../service/session-query.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { AccountCard } from "./account-card.tsx";
import { accountQuery } from "./account-queries.ts";
import { OrganisationsCard } from "./organisations-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { SecondFactorCard } from "./second-factor-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";

/** The own account, for people who signed in with one. */
export function AccountPage() {
  const { account: words, gaps } = useTexts();
  const formats = useFormats();
  const query = useQuery(accountQuery);
  const { data: session } = useQuery(sessionQuery);
  return (
    <Page title={words.title} lead={words.lead}>
      <Loaded query={query}>
        {(account) => (
          <Stack gap="md" maw={860}>
            {session?.hasProvider === true && <Alert variant="light">{words.provider}</Alert>}
            <AccountCard title={account.name}>
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
                <Fact label={words.email} value={account.email} />
                <Fact label={words.since} value={formats.date(account.createdAt)} />
              </SimpleGrid>
            </AccountCard>
            <OrganisationsCard memberships={account.memberships} />
            <PasswordCard changedAt={account.passwordChangedAt} />
            <SecondFactorCard account={account} />
            <SessionsCard />
            <AccountCard
              title={gaps.notifications.title}
              action={
                <ButtonLink to="/notifications" size="compact-sm" variant="default">
                  {words.mails}
                </ButtonLink>
              }
            >
              <Text size="sm">{gaps.notifications.lead}</Text>
            </AccountCard>
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {value}
      </Text>
    </div>
  );
}
