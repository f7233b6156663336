import type { FailedDocument } from "@assay/sdk";
import { Button, Stack, Text, Title } from "@mantine/core";
import { IconFileCheck } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { administration } from "../service/administration.ts";
import { useList } from "../service/use-list.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { notify } from "../ui/notify.ts";
import { StateBadge } from "../ui/state-badge.tsx";

/** Failed documents with their reasons and a retry button. */
export function FailedDocuments() {
  const { admin, ui } = useTexts();
  const { system: words } = admin;
  const formats = useFormats();
  const queryClient = useQueryClient();
  const query = useList(["admin", "failed-documents"], async (page, signal) => {
    const { documents, nextCursor } = await administration.listFailedDocuments(page, { signal });
    return { entries: documents, nextCursor };
  });
  const retry = useMutation({
    mutationFn: (documentId: string) => administration.retryDocument(documentId),
    onSuccess: async () => {
      notify(words.retryQueued);
      await queryClient.invalidateQueries({ queryKey: ["admin", "failed-documents"] });
      await queryClient.invalidateQueries({ queryKey: ["admin", "system"] });
    },
  });
  const columns: Column<FailedDocument>[] = [
    {
      key: "document",
      title: words.document,
      cell: ({ fileName }) => (
        <Text size="sm" fw={600}>
          {fileName}
        </Text>
      ),
    },
    { key: "company", title: words.company, cell: ({ companyName }) => companyName },
    { key: "reason", title: words.reason, cell: ({ failureReason }) => failureReason },
    { key: "failedAt", title: words.failedAt, isShort: true, cell: ({ processedAt }) => formats.dateTime(processedAt) },
    {
      key: "actions",
      title: ui.actions,
      isTitleHidden: true,
      isAtEnd: true,
      cell: ({ documentId, fileName, retriedAs }) =>
        retriedAs === null ? (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={ui.labelled(words.retry, fileName)}
            loading={retry.isPending && retry.variables === documentId}
            onClick={() => retry.mutate(documentId)}
          >
            {words.retry}
          </Button>
        ) : (
          <StateBadge color="gray">{words.retried}</StateBadge>
        ),
    },
  ];
  return (
    <Stack gap="sm">
      <div>
        <Title order={2} size="h4">
          {words.failedDocuments}
        </Title>
        <Text size="sm" c="dimmed">
          {words.failedLead}
        </Text>
      </div>
      {retry.isError && <ErrorState error={retry.error} title={ui.error.action} />}
      <Loaded query={query}>
        {(documents) =>
          documents.length === 0 ? (
            <EmptyState icon={IconFileCheck} title={words.noFailures} text={words.noFailuresText} />
          ) : (
            <DataTable
              label={words.failedDocuments}
              columns={columns}
              rows={documents}
              rowKey={({ documentId }) => documentId}
            />
          )
        }
      </Loaded>
      <MoreButton {...query} />
    </Stack>
  );
}
