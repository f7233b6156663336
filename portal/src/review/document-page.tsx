import { Alert, Anchor, Group } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import { DecidedScore } from "../decisions/decided-score.tsx";
import { toDocumentRows } from "../items/to-item-rows.ts";
import { detailsQuery } from "../service/details-query.ts";
import { reviewQuery } from "../service/review-query.ts";
import { useIsShared } from "../service/use-is-shared.ts";
import { useSpoken, useTexts } from "../texts/texts-context.tsx";
import { LevelBadge } from "../ui/level-badge.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { CancelDocument } from "./cancel-document.tsx";
import { DocumentDates } from "./document-dates.tsx";
import { DocumentFacts } from "./document-facts.tsx";
import { DocumentMenu } from "./document-menu.tsx";
import { DocumentProgress } from "./document-progress.tsx";
import { DocumentStatus } from "./document-status.tsx";
import { ItemList } from "./item-list.tsx";
import { OwnerQuestions } from "./owner-questions.tsx";
import { type DocumentState, documentItemsQuery, documentQuery, isOver } from "./review-queries.ts";
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
  const isShared = useIsShared();
  const navigate = useNavigate();
  const { language } = useSpoken();
  const items = useQuery(documentItemsQuery(documentId, isWorkedOn, language));
  const { data: details } = useQuery({ ...detailsQuery(documentId), enabled: !isWorkedOn });
  // Nothing was judged: the reason above says so once.
  const isUnjudged = status === "failed" && !items.data?.some((item) => item.status === "completed");
  const { data: review } = useQuery({ ...reviewQuery(complianceReviewId, language), refetchInterval: false });
  const [filter, setFilter] = useItemFilter();
  const rows = useMemo(() => toDocumentRows(documentId, items.data ?? []), [items.data, documentId]);
  return (
    <Page
      title={document.fileName}
      lead={
        <Group gap="sm" component="span">
          <DocumentStatus status={status} />
          {status === "completed" && details !== undefined && details.complianceLevel !== null && (
            <LevelBadge level={details.complianceLevel} score={details.score} />
          )}
          {details !== undefined && rows.some(({ decided }) => decided !== undefined) && (
            <DecidedScore score={details.decidedScore} level={details.decidedComplianceLevel} />
          )}
          <Anchor component={Link} to={`/reviews/${complianceReviewId}`} size="sm">
            {review === undefined ? words.submittedTo : texts.ui.labelled(words.submittedTo, review.name)}
          </Anchor>
        </Group>
      }
      actions={
        !isShared && (
          <>
            <CancelDocument document={document} />
            <DocumentMenu {...document} isButton onDeleted={() => void navigate({ to: "/documents" })} />
          </>
        )
      }
    >
      {isWorkedOn && <DocumentProgress document={document} />}
      {status === "failed" && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={words.failed}>
          {failureReason !== null && texts.lifecycle.failure(failureReason)}
        </Alert>
      )}
      {!isWorkedOn && !isShared && <VersionCard documentId={documentId} />}
      {status !== "failed" && !isShared && <DocumentDates documentId={documentId} />}
      {!isUnjudged && (
        <Loaded query={items}>{() => <ItemList rows={rows} filter={filter} onFilter={setFilter} />}</Loaded>
      )}
      {!isWorkedOn && !isShared && <OwnerQuestions documentId={documentId} />}
      <DocumentFacts document={document} />
    </Page>
  );
}
