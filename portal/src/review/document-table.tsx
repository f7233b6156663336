import type { Document } from "@assay/sdk";
import { Anchor, Group, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
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
  return (
    <Table.ScrollContainer minWidth={hasReviews ? 620 : 480}>
      <Table verticalSpacing="sm" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.file}</Table.Th>
            <Table.Th>{words.status}</Table.Th>
            <Table.Th ta="right">{words.pages}</Table.Th>
            <Table.Th>{words.submitted}</Table.Th>
            {hasReviews && <Table.Th>{words.review}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {documents.map((document) => (
            <Table.Tr key={document.documentId} data-testid="document-row">
              <Table.Td style={{ overflowWrap: "anywhere" }} maw={420}>
                <Anchor component={Link} to={`/documents/${document.documentId}`} size="sm" fw={550}>
                  {document.fileName}
                </Anchor>
                {document.failureReason !== null && (
                  <Text size="xs" c="dimmed">
                    {document.failureReason}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <Group gap="xs">
                  <DocumentStatus status={document.status} />
                  <CancelDocument document={document} />
                </Group>
              </Table.Td>
              <Table.Td ta="right">{document.pageCount === 0 ? "–" : formats.number(document.pageCount)}</Table.Td>
              <Table.Td style={{ whiteSpace: "nowrap" }}>{formats.dateTime(document.createdAt)}</Table.Td>
              {hasReviews && (
                <Table.Td>
                  <Anchor
                    component={Link}
                    to={`/reviews/${document.complianceReviewId}`}
                    size="sm"
                    aria-label={ui.labelled(words.openReview, document.fileName)}
                  >
                    {words.openReview}
                  </Anchor>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
