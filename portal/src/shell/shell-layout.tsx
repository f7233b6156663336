import { Alert, AppShell, Burger, Container, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useMatches, useNavigate, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { sessionQuery } from "../service/session-query.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { BrandMark } from "../ui/brand-mark.tsx";
import { NavigationLink } from "../ui/links.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { ClientBanner } from "./client-banner.tsx";
import { ColourSwitch } from "./colour-switch.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { destinationsOf } from "./navigation.ts";
import { NoPermissionPage } from "./no-permission-page.tsx";
import { SearchEverywhere } from "./search-everywhere.tsx";
import styles from "./shell.module.css";

/** Header, navigation and the page between them. */
export function ShellLayout() {
  const texts = useTexts();
  const { shell } = texts;
  const { data: session } = useQuery(sessionQuery);
  const [isOpen, { toggle, close }] = useDisclosure();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const role = useMatches({ select: (matches) => matches.at(-1)?.staticData.role });
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(path);
  const navigate = useNavigate();

  useEffect(() => {
    // During a navigation the path changes before this component unmounts.
    if (session === null && path !== "/sign-in") void navigate({ to: "/sign-in", search: { from: path, ended: true } });
  }, [session, navigate, path]);

  // Moves focus to the new page for keyboards and screen readers, except on first load.
  useEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    close();
    main.current?.focus({ preventScroll: true });
  }, [path, close]);

  if (session === null || session === undefined) return null;
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
      padding={{ base: "md", sm: "lg" }}
    >
      <a href="#main" className={styles["skip"]}>
        {shell.skip}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-expanded={isOpen}
              aria-label={isOpen ? shell.closeNavigation : shell.openNavigation}
            />
            <Link to="/" className={styles["brand"]}>
              <BrandMark />
              {shell.product}
            </Link>
          </Group>
          <Group gap={2} wrap="nowrap">
            {session.reviewLink === null && <SearchEverywhere role={session.role} />}
            <LanguageSwitch />
            <ColourSwitch />
            <AccountMenu session={session} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={shell.navigation}>
        {(session.reviewLink === null ? destinationsOf(session) : []).map(({ to, label, icon: Picture }) => (
          <NavigationLink
            key={to}
            to={to}
            label={label(texts)}
            leftSection={<Picture size={18} aria-hidden />}
            active={path === to || path.startsWith(`${to}/`)}
            aria-current={path === to ? "page" : undefined}
            variant="light"
            fw={500}
          />
        ))}
      </AppShell.Navbar>
      <AppShell.Main id="main" ref={main} tabIndex={-1} className={styles["main"]}>
        <Container size={1240} px={0}>
          <ClientBanner session={session} />
          {session.reviewLink !== null && (
            <Alert variant="light" mb="md" data-testid="shared-note">
              {shell.sharedNote}
            </Alert>
          )}
          {role === undefined || role === session.role ? <Outlet /> : <NoPermissionPage />}
        </Container>
      </AppShell.Main>
    </AppShell>
  );
}
