import { Alert, Anchor, Group } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTexts } from "../texts/texts-context.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { CancelDocument } from "./cancel-document.tsx";
import { DocumentFacts } from "./document-facts.tsx";
import { DocumentProgress } from "./document-progress.tsx";
import { DocumentStatus } from "./document-status.tsx";
import { ItemList } from "./item-list.tsx";
import { OwnerQuestions } from "./owner-questions.tsx";
import { type DocumentState, documentItemsQuery, documentQuery, isOver, reviewQuery } from "./review-queries.ts";
import { toDocumentRows } from "./to-item-rows.ts";
import { useItemFilter } from "./use-item-filter.ts";
import { VersionCard } from "./version-card.tsx";

/** One document: its progress, then its findings, updated without reloading. */
export function DocumentPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { documents: words } = useTexts().review;
  const query = useQuery(documentQuery(id));
  if (query.data === undefined)
    return (
      <Page title={words.file}>
        <Loaded query={query}>{() => null}</Loaded>
      </Page>
    );
  return <DocumentView key={id} document={query.data} />;
}

function DocumentView({ document }: { document: DocumentState }) {
  const texts = useTexts();
  const { document: words } = texts.review;
  const { documentId, status, complianceReviewId, failureReason } = document;
  const isWorkedOn = !isOver(status);
  const items = useQuery(documentItemsQuery(documentId, isWorkedOn));
  const { data: review } = useQuery({ ...reviewQuery(complianceReviewId), refetchInterval: false });
  const [filter, setFilter] = useItemFilter();
  const rows = useMemo(() => toDocumentRows(documentId, items.data ?? []), [items.data, documentId]);
  return (
    <Page
      title={document.fileName}
      lead={
        <Group gap="sm" component="span">
          <DocumentStatus status={status} />
          <Anchor component={Link} to={`/reviews/${complianceReviewId}`} size="sm">
            {review === undefined ? words.submittedTo : texts.ui.labelled(words.submittedTo, review.name)}
          </Anchor>
        </Group>
      }
      actions={<CancelDocument document={document} />}
    >
      {isWorkedOn && <DocumentProgress document={document} />}
      {status === "failed" && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={words.failed}>
          {failureReason}
        </Alert>
      )}
      {!isWorkedOn && <VersionCard documentId={documentId} />}
      <Loaded query={items}>{() => <ItemList rows={rows} filter={filter} onFilter={setFilter} />}</Loaded>
      {!isWorkedOn && <OwnerQuestions documentId={documentId} />}
      <DocumentFacts document={document} />
    </Page>
  );
}
