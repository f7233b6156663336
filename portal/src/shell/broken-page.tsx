import { AssayError } from "@assay/sdk";
import { Button, Container } from "@mantine/core";
import { IconMoodSad } from "@tabler/icons-react";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { useTexts } from "../texts/texts-context.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";

/** The error boundary: explains API errors; anything else is a bug in the portal. */
export function BrokenPage({ error, reset }: ErrorComponentProps) {
  const { broken } = useTexts().shell;
  return (
    <Container size="sm" py="xl">
      {error instanceof AssayError ? (
        <ErrorState error={error} onRetry={reset} />
      ) : (
        <EmptyState
          icon={IconMoodSad}
          title={broken.title}
          text={broken.text}
          action={<Button onClick={() => location.reload()}>{broken.reload}</Button>}
        />
      )}
    </Container>
  );
}
