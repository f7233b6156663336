import { IconMapQuestion } from "@tabler/icons-react";
import { useTexts } from "../texts/texts-context.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ButtonLink } from "../ui/links.tsx";
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
          <ButtonLink to="/" variant="light" mt="sm">
            {notFound.back}
          </ButtonLink>
        }
      />
    </Page>
  );
}
