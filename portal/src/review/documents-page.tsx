import { Button, Stack } from "@mantine/core";
import { IconFileText, IconUpload } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTexts } from "../texts/texts-context.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { Page } from "../ui/page.tsx";
import { DocumentTable } from "./document-table.tsx";
import { documentsQuery } from "./review-queries.ts";

/** All documents of the company; the list refreshes while any is being processed. */
export function DocumentsPage() {
  const { documents: words, reviews } = useTexts().review;
  const query = useInfiniteQuery(documentsQuery());
  const submit = (
    <Button component={Link} to="/submit" leftSection={<IconUpload size={16} aria-hidden />}>
      {reviews.submit}
    </Button>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={submit}>
      <Loaded query={query}>
        {({ pages }) => {
          const documents = pages.flatMap((page) => page.documents);
          return documents.length === 0 ? (
            <EmptyState icon={IconFileText} title={words.empty} text={words.emptyText} action={submit} />
          ) : (
            <Stack gap="md">
              <DocumentTable documents={documents} hasReviews />
              <MoreButton {...query} />
            </Stack>
          );
        }}
      </Loaded>
    </Page>
  );
}
