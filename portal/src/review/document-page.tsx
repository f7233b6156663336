import type { ComplianceItem } from "@assay/sdk";
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
import { type ItemRow, levelOf } from "./item-filter.ts";
import { ItemList } from "./item-list.tsx";
import { OwnerQuestions } from "./owner-questions.tsx";
import { type DocumentState, documentItemsQuery, documentQuery, isOver, reviewQuery } from "./review-queries.ts";
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
  const rows = useMemo(() => items.data?.map((item) => toRow(documentId, item)) ?? [], [items.data, documentId]);
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

function toRow(documentId: string, item: ComplianceItem): ItemRow {
  return {
    controlItemId: item.controlItemId,
    externalId: item.controlItemExternalId,
    name: item.controlItemName,
    clusterId: item.controlClusterId,
    clusterName: item.controlClusterName,
    score: item.result?.score ?? null,
    level: levelOf(item.complianceLevel),
    confidence: item.confidence,
    needsReview: item.needsReview,
    state: item.status === "completed" ? undefined : item.status,
    documentId,
    complianceItemId: item.id,
  };
}
