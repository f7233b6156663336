import { Anchor, Button, Group, Paper, Progress, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { DocumentProgress } from "./document-progress.tsx";
import { dismissUpload, pauseUpload, type RunningUpload } from "./uploads.ts";

/** One submission: its upload, then the progress of its documents. */
export function UploadCard({ upload }: { upload: RunningUpload }) {
  const { submit: words } = useTexts().evidence;
  return (
    <Paper withBorder p="md" component="section" aria-label={upload.fileNames.join(", ")} data-testid="upload">
      <Stack gap="sm">
        {upload.state === "sent" ? (
          <>
            <Group justify="space-between">
              <Title order={2} size="h5">
                {words.sent}
              </Title>
              <Group gap="xs">
                <Anchor component={Link} to={`/reviews/${upload.complianceReviewId}`} size="sm">
                  {words.openReview}
                </Anchor>
                <Button size="compact-xs" variant="subtle" onClick={() => dismissUpload(upload.id)}>
                  {words.dismiss}
                </Button>
              </Group>
            </Group>
            {upload.documents.map((document) => (
              <DocumentProgress key={document.documentId} document={document} />
            ))}
          </>
        ) : (
          <Sending upload={upload} />
        )}
      </Stack>
    </Paper>
  );
}

function Sending({ upload }: { upload: Exclude<RunningUpload, { state: "sent" }> }) {
  const { submit: words } = useTexts().evidence;
  const formats = useFormats();
  const { progress, id } = upload;
  return (
    <>
      <Group justify="space-between">
        <Title order={2} size="h5">
          {upload.state === "sending" ? words.sending : words.stopped}
        </Title>
        {upload.state === "sending" ? (
          <Button size="compact-xs" variant="subtle" onClick={() => pauseUpload(id)}>
            {words.pause}
          </Button>
        ) : (
          <Button size="compact-xs" variant="subtle" onClick={() => dismissUpload(id)}>
            {words.dismiss}
          </Button>
        )}
      </Group>
      {upload.state === "failed" && <ErrorState error={upload.error} title={words.stopped} />}
      {(progress?.files ?? []).map((file) => (
        <Stack key={file.name} gap={4}>
          <Group justify="space-between" gap="xs">
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {file.name}
            </Text>
            <Text size="xs" c="dimmed" data-testid="sent-bytes">
              {words.sentOf(formats.bytes(file.sentBytes), formats.bytes(file.totalBytes))}
            </Text>
          </Group>
          <Progress
            value={(100 * file.sentBytes) / file.totalBytes}
            size="sm"
            aria-label={words.progressOf(file.name)}
          />
        </Stack>
      ))}
    </>
  );
}
