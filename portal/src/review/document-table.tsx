import type { Document } from "@assay/sdk";
import { Anchor, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { CancelDocument } from "./cancel-document.tsx";
import { DocumentStatus } from "./document-status.tsx";

interface DocumentTableProps {
  documents: Document[];
  /** Adds a link to each document's review; not needed on the review page. */
  hasReviews?: boolean;
}

export function DocumentTable({ documents, hasReviews = false }: DocumentTableProps) {
  const { review, ui } = useTexts();
  const { documents: words } = review;
  const formats = useFormats();
  const columns: Column<Document>[] = [
    {
      key: "file",
      title: words.file,
      cell: (document) => (
        <div>
          <Anchor component={Link} to={`/documents/${document.documentId}`} size="sm" fw={550}>
            {document.fileName}
          </Anchor>
          {document.failureReason !== null && (
            <Text size="xs" c="dimmed">
              {document.failureReason}
            </Text>
          )}
        </div>
      ),
    },
    {
      key: "status",
      title: words.status,
      cell: (document) => (
        <Group gap="xs">
          <DocumentStatus status={document.status} />
          <CancelDocument document={document} />
        </Group>
      ),
    },
    {
      key: "pages",
      title: words.pages,
      isShort: true,
      isAtEnd: true,
      cell: ({ pageCount }) => (pageCount === 0 ? "–" : formats.number(pageCount)),
    },
    {
      key: "submitted",
      title: words.submitted,
      isShort: true,
      cell: ({ createdAt }) => formats.dateTime(createdAt),
    },
  ];
  if (hasReviews)
    columns.push({
      key: "review",
      title: words.review,
      isShort: true,
      cell: ({ complianceReviewId, fileName }) => (
        <Anchor
          component={Link}
          to={`/reviews/${complianceReviewId}`}
          size="sm"
          aria-label={ui.labelled(words.openReview, fileName)}
        >
          {words.openReview}
        </Anchor>
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
