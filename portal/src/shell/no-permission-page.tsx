import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useTexts } from "../texts/texts-context.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Page } from "../ui/page.tsx";
import { useSignOut } from "./use-sign-out.ts";

/** Shown for a page that belongs to another role. */
export function NoPermissionPage() {
  const { noPermission } = useTexts().shell;
  const signOut = useSignOut();
  return (
    <Page title={noPermission.title}>
      <EmptyState
        icon={IconLock}
        title={noPermission.title}
        text={noPermission.text}
        action={
          <Button variant="light" mt="sm" loading={signOut.isPending} onClick={() => signOut.mutate({})}>
            {noPermission.signInAgain}
          </Button>
        }
      />
    </Page>
  );
}
