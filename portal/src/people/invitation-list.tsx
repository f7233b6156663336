import type { Invitation } from "@assay/sdk";
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { people } from "../service/assay.ts";
import { capitalised } from "../texts/page-names.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { NameAndEmail } from "./name-and-email.tsx";
import { invitationsKey, useInvitations } from "./people-queries.ts";

interface InvitationListProps {
  canManage: boolean;
  onInviteAgain: (invitation: Invitation) => void;
}

/** Invitations that nobody has accepted yet. */
export function InvitationList({ canManage, onInviteAgain }: InvitationListProps) {
  const { people: texts, signIn, ui } = useTexts();
  const { invitations: words } = texts;
  const formats = useFormats();
  const client = useQueryClient();
  const query = useInvitations();
  const withdrawing = useMutation({
    mutationFn: (invitationId: string) => people.withdrawInvitation(invitationId),
    onSuccess: () => client.invalidateQueries({ queryKey: invitationsKey }),
  });
  const columns: Column<Invitation>[] = [
    { key: "name", title: texts.name, cell: (invitation) => <NameAndEmail {...invitation} /> },
    { key: "role", title: texts.role, cell: ({ role }) => capitalised(signIn.invitation.roles[role]) },
    { key: "created", title: words.created, isShort: true, cell: ({ createdAt }) => formats.date(createdAt) },
    { key: "expires", title: words.expires, isShort: true, cell: ({ expiresAt }) => formats.dateTime(expiresAt) },
  ];
  const actions: Column<Invitation> = {
    key: "actions",
    title: ui.actions,
    isTitleHidden: true,
    isAtEnd: true,
    cell: (invitation) => (
      <Group gap="xs" justify="flex-end">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={ui.labelled(words.again, invitation.email)}
          onClick={() => onInviteAgain(invitation)}
        >
          {words.again}
        </Button>
        <ConfirmButton
          label={words.withdraw}
          about={invitation.email}
          title={words.withdrawTitle(invitation.name)}
          text={words.withdrawText(invitation.email)}
          mutation={withdrawing}
          given={invitation.invitationId}
          isDangerous
        />
      </Group>
    ),
  };
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {words.title}
      </Title>
      <Loaded query={query}>
        {(invitations) =>
          invitations.length === 0 ? (
            <Text size="sm" c="dimmed">
              {words.none}
            </Text>
          ) : (
            <DataTable
              label={words.title}
              columns={canManage ? [...columns, actions] : columns}
              rows={invitations}
              rowKey={({ invitationId }) => invitationId}
            />
          )
        }
      </Loaded>
      <MoreButton {...query} />
    </Stack>
  );
}
