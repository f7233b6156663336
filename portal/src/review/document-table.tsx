import type { Document } from "@assay/sdk";
import { Group, Text } from "@mantine/core";
import { useIsShared } from "../service/use-is-shared.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { LevelBadge } from "../ui/level-badge.tsx";
import { AnchorLink } from "../ui/links.tsx";
import { StateBadge } from "../ui/state-badge.tsx";
import { CancelDocument } from "./cancel-document.tsx";
import { DocumentMenu } from "./document-menu.tsx";
import { DocumentStatus } from "./document-status.tsx";

interface DocumentTableProps {
  documents: Document[];
  /** Adds a link to each document's review; not needed on the review page. */
  hasReviews?: boolean;
}

export function DocumentTable({ documents, hasReviews = false }: DocumentTableProps) {
  const { review, lifecycle, ui } = useTexts();
  const { documents: words } = review;
  const formats = useFormats();
  const isShared = useIsShared();
  const columns: Column<Document>[] = [
    {
      key: "file",
      title: words.file,
      cell: ({ documentId, fileName, subject, failureReason, supersededBy, withdrawnAt }) => (
        // On its own line where rows are cards.
        <div style={{ flexBasis: "100%" }}>
          <AnchorLink to="/documents/$id" params={{ id: documentId }} size="sm" fw={550}>
            {fileName}
          </AnchorLink>
          {(subject ?? failureReason) !== null && (
            <Text size="xs" c="dimmed">
              {failureReason === null ? subject : lifecycle.failure(failureReason)}
            </Text>
          )}
          {(supersededBy ?? withdrawnAt) !== null && (
            <Group gap={4} mt={4}>
              {supersededBy !== null && <StateBadge color="gray">{lifecycle.superseded}</StateBadge>}
              {withdrawnAt !== null && <StateBadge color="gray">{lifecycle.withdrawn}</StateBadge>}
            </Group>
          )}
        </div>
      ),
    },
    {
      key: "status",
      title: words.status,
      isShort: true,
      cell: (document) => (
        <Group gap="xs">
          <DocumentStatus status={document.status} />
          {!isShared && <CancelDocument document={document} />}
        </Group>
      ),
    },
    {
      key: "score",
      title: review.reviews.score,
      isShort: true,
      cell: ({ score, complianceLevel }) =>
        complianceLevel === null ? "–" : <LevelBadge level={complianceLevel} score={score} />,
    },
    {
      key: "submitted",
      title: words.submitted,
      isShort: true,
      cell: ({ createdAt }) => formats.dateTime(createdAt),
    },
  ];
  if (!isShared)
    columns.push({
      ...{ key: "actions", title: ui.actions, isTitleHidden: true, isAtEnd: true, isShort: true },
      cell: (document) => <DocumentMenu {...document} />,
    });
  if (hasReviews)
    columns.splice(4, 0, {
      key: "review",
      title: words.review,
      isShort: true,
      cell: ({ complianceReviewId, controlCode, fileName }) => (
        <AnchorLink
          to="/reviews/$id"
          params={{ id: complianceReviewId }}
          size="sm"
          underline="always"
          aria-label={ui.labelled(`${words.openReview}, ${controlCode}`, fileName)}
        >
          {controlCode}
        </AnchorLink>
      ),
    });
  return (
    <DataTable
      label={words.title}
      columns={columns}
      rows={documents}
      rowKey={({ documentId }) => documentId}
      rowTestId="document-row"
    />
  );
}
