import type { Member, Session } from "@assay/sdk";
import { Alert, Button } from "@mantine/core";
import { IconUserPlus, IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sessionQuery } from "../service/session-query.ts";
import { capitalised } from "../texts/page-names.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { DateOrNever } from "../ui/key-state.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { Page } from "../ui/page.tsx";
import { StateBadge } from "../ui/state-badge.tsx";
import { InvitationList } from "./invitation-list.tsx";
import { type Invited, InvitePerson } from "./invite-person.tsx";
import { NameAndEmail } from "./name-and-email.tsx";
import { canManagePeople, organisationRoles } from "./organisation-roles.ts";
import { useMembers } from "./people-queries.ts";
import { PersonMenu } from "./person-menu.tsx";

/** Who can sign in to the organisation. Owners and operators manage them, everybody else only sees them. */
export function PeoplePage() {
  const { data: session } = useQuery(sessionQuery);
  return session === null || session === undefined ? null : <People session={session} />;
}

function People({ session: { role: tier, person } }: { session: Session }) {
  const { people: words } = useTexts();
  const query = useMembers();
  const [inviting, setInviting] = useState<{ again?: Invited }>();
  const hasOwner = query.data?.some(({ role }) => canManagePeople(role)) ?? false;
  // A key manages people until the organisation has an owner; the administrator token is no key.
  const isKey = person === null && tier !== "admin";
  const canManage = isKey ? query.data !== undefined && !hasOwner : person === null || canManagePeople(person.role);
  const [owner, ...others] = organisationRoles[tier];
  const invite = canManage && (
    <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setInviting({})}>
      {words.invite.label}
    </Button>
  );
  const columns = useColumns(person?.membershipId);
  const actions = useActions(tier, person?.membershipId);
  return (
    <Page title={words.title} lead={words.lead} actions={invite}>
      {isKey && hasOwner && <Alert variant="light">{words.keyNote}</Alert>}
      <Loaded query={query}>
        {(members) =>
          members.length === 0 ? (
            <EmptyState
              icon={IconUsers}
              title={words.nobody}
              text={tier === "admin" ? words.nobodyOfOperator : words.nobodyText}
            />
          ) : (
            <DataTable
              label={words.title}
              columns={canManage ? [...columns, actions] : columns}
              rows={members}
              rowKey={({ membershipId }) => membershipId}
            />
          )
        }
      </Loaded>
      <MoreButton {...query} />
      {(person === null || canManage) && (
        <InvitationList canManage={canManage} onInviteAgain={(again) => setInviting({ again })} />
      )}
      {inviting !== undefined && (
        <InvitePerson
          tier={tier}
          // The first person is an owner; from then on it is rarely another one.
          role={hasOwner ? (others.at(0) ?? owner) : owner}
          again={inviting.again}
          onClose={() => setInviting(undefined)}
        />
      )}
    </Page>
  );
}

function useColumns(ownMembershipId: string | undefined): Column<Member>[] {
  const { people: words, signIn } = useTexts();
  return [
    {
      key: "name",
      title: words.name,
      cell: ({ membershipId, name, email }) => (
        <NameAndEmail
          name={name}
          email={email}
          badge={membershipId === ownMembershipId && <StateBadge size="sm">{words.you}</StateBadge>}
        />
      ),
    },
    { key: "role", title: words.role, cell: ({ role }) => capitalised(signIn.invitation.roles[role]) },
    {
      key: "lastSignedIn",
      title: words.lastSignedIn,
      isShort: true,
      cell: ({ lastSignedInAt }) => <DateOrNever at={lastSignedInAt} withTime />,
    },
    {
      key: "secondFactor",
      title: words.secondFactor,
      isShort: true,
      cell: ({ hasSecondFactor }) => (
        <StateBadge color={hasSecondFactor ? "green" : "gray"}>{hasSecondFactor ? words.on : words.off}</StateBadge>
      ),
    },
  ];
}

function useActions(tier: Session["role"], ownMembershipId: string | undefined): Column<Member> {
  const { ui } = useTexts();
  return {
    key: "actions",
    title: ui.actions,
    isTitleHidden: true,
    isAtEnd: true,
    cell: (member) => <PersonMenu member={member} tier={tier} isOwn={member.membershipId === ownMembershipId} />,
  };
}
