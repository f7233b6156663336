import { Button } from "@mantine/core";
import { IconMapQuestion } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTexts } from "../texts/texts-context.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Page } from "../ui/page.tsx";

export function NotFoundPage() {
  const { notFound } = useTexts().shell;
  return (
    <Page title={notFound.title}>
      <EmptyState
        icon={IconMapQuestion}
        title={notFound.title}
        text={notFound.text}
        action={
          <Button component={Link} to="/" variant="light" mt="sm">
            {notFound.back}
          </Button>
        }
      />
    </Page>
  );
}
