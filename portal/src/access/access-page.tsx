import type { PartnerConsultant } from "@assay/sdk";
import { Card, Group, Stack, Text, Title } from "@mantine/core";
import { IconUserShield } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { assay } from "../service/assay.ts";
import { sessionQuery } from "../service/session-query.ts";
import { useList } from "../service/use-list.ts";
import { capitalised } from "../texts/page-names.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { Page } from "../ui/page.tsx";
import { StateBadge } from "../ui/state-badge.tsx";

const queryKey = ["company", "access"];

/** Who of the partner can open the company's work, with the switch. */
export function AccessPage() {
  const { access: words, signIn } = useTexts();
  const queryClient = useQueryClient();
  const { data: session } = useQuery(sessionQuery);
  const query = useQuery({ queryKey, queryFn: ({ signal }) => assay.getPartnerAccess({ limit: 1 }, { signal }) });
  const people = useList([...queryKey, "people"], async (page, signal) => {
    const { consultants, nextCursor } = await assay.getPartnerAccess(page, { signal });
    return { entries: consultants, nextCursor };
  });
  const switching = useMutation({
    mutationFn: (isOn: boolean) => assay.switchPartnerAccess(isOn),
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  });
  const isOwner = session?.person == null || session.person.role === "company_owner";
  const columns: Column<PartnerConsultant>[] = [
    { key: "name", title: words.name, cell: ({ name }) => <Text size="sm">{name}</Text> },
    { key: "role", title: words.role, cell: ({ role }) => capitalised(signIn.invitation.roles[role]) },
  ];
  return (
    <Loaded query={query}>
      {({ isOn, offSince, partnerName }) => (
        <Page title={words.title} lead={words.lead(partnerName)}>
          <Card withBorder maw={760}>
            <Group justify="space-between" gap="sm">
              <Stack gap={4}>
                <Group gap="xs">
                  <Text size="sm" fw={600}>
                    {words.ofPeople}
                  </Text>
                  <StateBadge color={isOn ? "green" : "gray"}>{isOn ? words.on : words.off}</StateBadge>
                </Group>
                {offSince !== null && <OffSince at={offSince} />}
                {!isOwner && (
                  <Text size="sm" c="dimmed">
                    {words.onlyOwner}
                  </Text>
                )}
              </Stack>
              {isOwner && (
                <ConfirmButton
                  label={isOn ? words.switchOff : words.switchOn}
                  title={isOn ? words.switchOffTitle : words.switchOnTitle}
                  text={isOn ? words.switchOffText : words.switchOnText}
                  mutation={switching}
                  given={!isOn}
                  isDangerous={isOn}
                  button={{ size: "sm" }}
                />
              )}
            </Group>
          </Card>
          <Stack gap="sm">
            <Title order={2} size="h4">
              {isOn ? words.people : words.peopleWhileOff}
            </Title>
            <Loaded query={people}>
              {(consultants) =>
                consultants.length === 0 ? (
                  <EmptyState icon={IconUserShield} title={words.nobody} text={words.nobodyText} />
                ) : (
                  <DataTable
                    label={words.people}
                    columns={columns}
                    rows={consultants}
                    rowKey={({ accountId }) => accountId}
                  />
                )
              }
            </Loaded>
            <MoreButton {...people} />
          </Stack>
        </Page>
      )}
    </Loaded>
  );
}

function OffSince({ at }: { at: string }) {
  const { access: words } = useTexts();
  const formats = useFormats();
  return (
    <Text size="sm" c="dimmed">
      {words.offSince(formats.dateTime(at))}
    </Text>
  );
}
