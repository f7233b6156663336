import type { Member } from "@assay/sdk";
import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconLogout, IconShieldOff, IconUserCircle, IconUserEdit, IconUserMinus } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { people } from "../service/assay.ts";
import { type Role, sessionQuery } from "../service/session-query.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { notify } from "../ui/notify.ts";
import { ChangeRole } from "./change-role.tsx";
import { organisationRoles } from "./organisation-roles.ts";
import { invitationsKey, membersKey } from "./people-queries.ts";

const acts = {
  remove: (id: string) => people.removePerson(id),
  signOut: (id: string) => people.signOutPerson(id),
  resetFactor: (id: string) => people.resetSecondFactor(id),
};
type Act = keyof typeof acts;

interface PersonMenuProps {
  member: Member;
  tier: Role;
  isOwn: boolean;
}

/** What an owner may do with a person. The own sessions and second factor are on the account's page. */
export function PersonMenu({ member, tier, isOwn }: PersonMenuProps) {
  const { people: words, ui } = useTexts();
  const { membershipId, name, hasSecondFactor } = member;
  const client = useQueryClient();
  const [dialog, setDialog] = useState<Act | "changeRole">();
  const close = () => setDialog(undefined);
  const refresh = async () => {
    await Promise.all([membersKey, invitationsKey].map((queryKey) => client.invalidateQueries({ queryKey })));
    // The navigation depends on the own role; without a membership nobody is signed in any more.
    if (isOwn) await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  const acting = useMutation({
    mutationFn: (act: Act) => acts[act](membershipId),
    onSuccess: (_, act) => {
      notify(words[act].done(name));
      return refresh();
    },
  });
  const open = (act: Act) => {
    acting.reset();
    setDialog(act);
  };
  const onRoleChanged = () => {
    notify(words.changeRole.done(name));
    close();
    void refresh();
  };
  return (
    <>
      {/* Everything on the page belongs to a landmark. */}
      <Menu position="bottom-end" withInitialFocusPlaceholder={false} portalProps={{ target: "main" }}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={ui.labelled(ui.actions, name)}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {organisationRoles[tier].length > 1 && (
            <Menu.Item leftSection={<IconUserEdit size={16} aria-hidden />} onClick={() => setDialog("changeRole")}>
              {words.changeRole.label}
            </Menu.Item>
          )}
          {isOwn ? (
            <Menu.Item component={Link} to="/account" leftSection={<IconUserCircle size={16} aria-hidden />}>
              {words.ownAccount}
            </Menu.Item>
          ) : (
            <>
              <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => open("signOut")}>
                {words.signOut.label}
              </Menu.Item>
              {hasSecondFactor && (
                <Menu.Item leftSection={<IconShieldOff size={16} aria-hidden />} onClick={() => open("resetFactor")}>
                  {words.resetFactor.label}
                </Menu.Item>
              )}
            </>
          )}
          <Menu.Divider />
          <Menu.Item leftSection={<IconUserMinus size={16} aria-hidden />} onClick={() => open("remove")}>
            {words.remove.label}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === "changeRole" && <ChangeRole {...{ member, tier, isOwn }} onClose={close} onChanged={onRoleChanged} />}
      {dialog !== undefined && dialog !== "changeRole" && (
        <ConfirmDialog
          title={words[dialog].title(name)}
          text={dialog === "remove" && isOwn ? words.remove.ownText : words[dialog].text(name)}
          confirm={words[dialog].label}
          mutation={acting}
          given={dialog}
          isDangerous
          onClose={close}
        />
      )}
    </>
  );
}
