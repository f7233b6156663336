import type { DocumentResult } from "@assay/sdk";
import { ActionIcon, Group, NativeSelect, Paper, Stack, Text, Title } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { MarkedPassage } from "../decisions/marked-passage.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { LoadingState } from "../ui/loading-state.tsx";
import { pageQuery } from "./page-query.ts";
import { PageText } from "./page-text.tsx";

interface DocumentPagesProps {
  result: DocumentResult;
  onMark: (passage: MarkedPassage) => void;
}

/** The document's pages as text, where no quote leads to one: a person may find and mark what the machine did not. */
export function DocumentPages({ result, onMark }: DocumentPagesProps) {
  const { evidence, decisions } = useTexts();
  const { pages: words } = decisions;
  const files = result.files.filter(({ pageCount }) => pageCount > 0);
  const [{ index, pageNumber }, setPlace] = useState({ index: 0, pageNumber: 1 });
  const file = files[index];
  const fileId = file?.fileId ?? "";
  const page = useQuery({
    ...pageQuery({ documentId: result.documentId, fileId, pageNumber }),
    enabled: file !== undefined,
  });
  const mark = useCallback(
    (passage: { start: number; end: number; text: string }) => onMark({ fileId, pageNumber, ...passage }),
    [fileId, pageNumber, onMark],
  );
  if (file === undefined) return null;
  const step = (label: string, to: number, Picture: typeof IconChevronLeft) => (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={label}
      title={label}
      disabled={to < 1 || to > file.pageCount}
      onClick={() => setPlace({ index, pageNumber: to })}
    >
      <Picture size={18} aria-hidden />
    </ActionIcon>
  );
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="pages-title">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4" id="pages-title">
            {words.title}
          </Title>
          <Group gap={6} wrap="nowrap">
            {step(words.previous, pageNumber - 1, IconChevronLeft)}
            <Text size="sm" aria-live="polite">
              {evidence.item.pageOf(page.data?.label ?? String(pageNumber), file.pageCount)}
            </Text>
            {step(words.next, pageNumber + 1, IconChevronRight)}
          </Group>
        </Group>
        <Text size="sm" c="dimmed">
          {evidence.item.noEvidenceText}
        </Text>
        {files.length > 1 && (
          <NativeSelect
            label={words.file}
            value={String(index)}
            onChange={({ currentTarget }) => setPlace({ index: Number(currentTarget.value), pageNumber: 1 })}
            data={files.map(({ displayName }, at) => ({ value: String(at), label: displayName }))}
          />
        )}
        <Loaded query={page} loading={<LoadingState rows={1} height={320} />}>
          {(shown) => <PageText page={shown} start={0} end={0} onSelect={mark} />}
        </Loaded>
      </Stack>
    </Paper>
  );
}
