import type { Session } from "@assay/sdk";
import { Menu, Text, UnstyledButton } from "@mantine/core";
import { IconBell, IconLogout, IconUserCircle, IconUserCog, IconWorldOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import styles from "./shell.module.css";
import { useSignOut } from "./use-sign-out.ts";

export function AccountMenu({ session }: { session: Session }) {
  const { account, gaps, shell, ui } = useTexts();
  const formats = useFormats();
  const signOut = useSignOut();
  const role = shell.roles[session.role];
  const name = session.person?.name ?? session.name ?? role;
  return (
    <Menu position="bottom-end" shadow="md" width={260}>
      <Menu.Target>
        <UnstyledButton className={styles["tool"]} aria-label={ui.labelled(shell.account, name)}>
          <IconUserCircle size={20} aria-hidden />
          <Text span size="sm" truncate maw={180} visibleFrom="sm">
            {name}
          </Text>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {role}
          {session.name !== null && ` · ${session.name}`}
          <br />
          {shell.sessionEnds(formats.dateTime(session.expiresAt))}
        </Menu.Label>
        {session.person !== null && (
          <Menu.Item component={Link} to="/account" leftSection={<IconUserCog size={16} aria-hidden />}>
            {account.title}
          </Menu.Item>
        )}
        {session.person !== null && (
          <Menu.Item component={Link} to="/notifications" leftSection={<IconBell size={16} aria-hidden />}>
            {gaps.notifications.title}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => signOut.mutate({})}>
          {shell.signOut}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconWorldOff size={16} aria-hidden />}
          onClick={() => signOut.mutate({ everywhere: true })}
        >
          {shell.signOutEverywhere}
          {session.person === null && (
            <Text size="xs" c="dimmed">
              {shell.signOutEverywhereHint}
            </Text>
          )}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
