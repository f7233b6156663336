import type { DocumentResult, UploadedDocument } from "@assay/sdk";
import { Anchor, Group, Progress, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { assayInBackground } from "../service/assay.ts";
import { useTexts } from "../texts/texts-context.tsx";

type DocumentState = Pick<DocumentResult, "status" | "progress" | "failureReason">;

const isOver = (state: DocumentState | undefined) => state?.status === "completed" || state?.status === "failed";
const pollMilliseconds = 1500;
/** The share of the progress bar for reading, which is much quicker than judging. */
const readingShare = 0.3;

function shareDone({ status, progress }: DocumentState): number {
  if (status === "completed" || status === "failed") return 100;
  const part = (done: number, count: number) => (count === 0 ? 0 : done / count);
  const { pagesDone, pageCount, itemsDone, itemCount } = progress;
  return 100 * (readingShare * part(pagesDone, pageCount) + (1 - readingShare) * part(itemsDone, itemCount));
}

/** Progress of one document until its findings are ready. */
export function DocumentProgress({ document: { documentId, fileNames } }: { document: UploadedDocument }) {
  const { submit: words } = useTexts().evidence;
  const { data } = useQuery({
    queryKey: ["document-progress", documentId],
    queryFn: ({ signal }): Promise<DocumentState> =>
      assayInBackground.getDocumentResult(documentId, { fields: ["status", "progress", "failureReason"] }, { signal }),
    refetchInterval: ({ state }) => (isOver(state.data) ? false : pollMilliseconds),
  });
  const name = fileNames.join(", ");
  return (
    <Stack gap={4} data-testid="document-progress">
      <Group justify="space-between" gap="xs">
        <Anchor component={Link} to={`/documents/${documentId}`} size="sm" style={{ overflowWrap: "anywhere" }}>
          {name}
        </Anchor>
        <Group gap={6} role="status">
          {data?.status === "completed" && (
            <IconCircleCheck size={16} aria-hidden color="var(--mantine-color-teal-6)" />
          )}
          {data?.status === "failed" && <IconAlertTriangle size={16} aria-hidden color="var(--mantine-color-red-6)" />}
          <Text size="xs" c="dimmed">
            {data === undefined ? words.waiting : words.stateOf(data)}
          </Text>
        </Group>
      </Group>
      {!isOver(data) && (
        <Progress value={data === undefined ? 0 : shareDone(data)} size="sm" aria-label={words.progressOf(name)} />
      )}
      {data?.status === "failed" && (
        <Text size="xs" c="red" style={{ overflowWrap: "anywhere" }}>
          {data.failureReason}
        </Text>
      )}
    </Stack>
  );
}
