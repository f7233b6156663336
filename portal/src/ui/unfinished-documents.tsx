import type { CompanyUnfinishedDocument, UnfinishedDocument } from "@assay/sdk";
import { Stack, Text, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useList } from "../service/use-list.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { type Column, DataTable } from "./data-table.tsx";
import { Loaded } from "./loaded.tsx";
import { MoreButton } from "./more-button.tsx";
import { StateBadge } from "./state-badge.tsx";
import { StopAnalysis } from "./stop-analysis.tsx";

type Row = CompanyUnfinishedDocument & Partial<Pick<UnfinishedDocument, "fileName">>;

interface UnfinishedDocumentsProps {
  queryKey: string[];
  list: (
    query: { limit: number; cursor?: string | undefined },
    options: { signal: AbortSignal; isRefresh: boolean },
  ) => Promise<{ documents: Row[]; nextCursor?: string | undefined }>;
  cancel: (documentId: string) => Promise<unknown>;
}

const refreshMilliseconds = 10_000;
const colours = { queued: "gray", processing: "blue" };

/** Documents of several companies that wait or are being analysed, and can be cancelled. */
export function UnfinishedDocuments({ queryKey, list, cancel }: UnfinishedDocumentsProps) {
  const { unfinished: words, review, ui } = useTexts();
  const formats = useFormats();
  const queryClient = useQueryClient();
  const query = useList(
    queryKey,
    async (page, signal) => {
      const isRefresh = queryClient.getQueryData(queryKey) !== undefined;
      const { documents, nextCursor } = await list(page, { signal, isRefresh });
      return { entries: documents, nextCursor };
    },
    { refetchInterval: refreshMilliseconds },
  );
  const nameOf = ({ fileName, reviewName }: Row) => fileName ?? reviewName;
  const columns: Column<Row>[] = [
    {
      key: "document",
      title: words.document,
      cell: (document) => (
        <>
          <Text span size="sm" fw={600} display="block">
            {nameOf(document)}
          </Text>
          {document.fileName !== undefined && (
            <Text span size="xs" c="dimmed">
              {document.reviewName}
            </Text>
          )}
        </>
      ),
    },
    { key: "company", title: words.company, cell: ({ companyName }) => companyName },
    {
      key: "status",
      title: words.status,
      isShort: true,
      cell: ({ status }) => <StateBadge color={colours[status]}>{review.documents.statuses[status]}</StateBadge>,
    },
    { key: "submitted", title: words.submitted, isShort: true, cell: ({ createdAt }) => formats.dateTime(createdAt) },
    {
      key: "actions",
      title: ui.actions,
      isTitleHidden: true,
      isAtEnd: true,
      cell: (document) => (
        <StopAnalysis
          documentId={document.documentId}
          name={nameOf(document)}
          cancel={cancel}
          onCancelled={() => queryClient.invalidateQueries({ queryKey })}
        />
      ),
    },
  ];
  return (
    <Stack gap="sm">
      <div>
        <Title order={2} size="h4">
          {words.title}
        </Title>
        <Text size="sm" c="dimmed">
          {words.lead}
        </Text>
      </div>
      <Loaded query={query}>
        {(documents) =>
          documents.length === 0 ? (
            <Text size="sm">{words.none}</Text>
          ) : (
            <DataTable label={words.title} columns={columns} rows={documents} rowKey={({ documentId }) => documentId} />
          )
        }
      </Loaded>
      <MoreButton {...query} />
    </Stack>
  );
}
