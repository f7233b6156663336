import { Alert, Button, Group, Progress, Stack, Text } from "@mantine/core";
import { IconPlayerPause } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { assay } from "../service/assay.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { forgetUpload, type KeptUpload, listKeptUploads } from "./kept-uploads.ts";
import { matchFiles } from "./match-files.ts";
import { reopen } from "./picked-file.ts";
import { dismissUpload, resumeUpload } from "./uploads.ts";
import { useUploads } from "./use-uploads.ts";

/** Uploads that were interrupted and can be resumed. */
export function InterruptedUploads({ companyId }: { companyId: string }) {
  const running = useUploads(companyId);
  const sending = running.filter(({ state }) => state === "sending").map(({ id }) => id);
  const { data = [] } = useQuery({
    queryKey: ["kept-uploads", companyId, running.map(({ id, state }) => `${id} ${state}`)],
    queryFn: () => listKeptUploads(companyId),
    staleTime: 0,
  });
  return data
    .filter(({ id }) => !sending.includes(id))
    .map((upload) => <InterruptedUpload key={upload.id} upload={upload} />);
}

function InterruptedUpload({ upload }: { upload: KeptUpload }) {
  const { submit: words } = useTexts().evidence;
  const formats = useFormats();
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const names = upload.files.map(({ name }) => name);

  const resume = async () => {
    const opened = await Promise.all(upload.files.map(({ handle }) => handle && reopen(handle)));
    if (opened.every((file) => file !== undefined)) resumeUpload(upload, opened);
    else input.current?.click();
  };
  const resumeWith = (chosen: File[]) => {
    const { files, missing } = matchFiles(upload.files, chosen);
    setProblem(missing === undefined ? undefined : words.notTheSame(missing));
    if (missing === undefined) resumeUpload(upload, files);
  };
  const discard = async () => {
    await forgetUpload(upload.id);
    dismissUpload(upload.id);
    // The session would expire after a day anyway, so a failed cancellation is harmless.
    await assay.cancelUpload(upload.sessionId).catch(() => undefined);
    await client.invalidateQueries({ queryKey: ["kept-uploads"] });
  };
  return (
    <Alert
      color="yellow"
      icon={<IconPlayerPause aria-hidden />}
      title={words.interrupted}
      styles={{ label: { color: "var(--mantine-color-text)" } }}
      data-testid="interrupted-upload"
    >
      <Stack gap="xs">
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {names.join(", ")}
        </Text>
        <Progress
          value={(100 * upload.sentBytes) / upload.totalBytes}
          size="sm"
          aria-label={words.progressOf(names.join(", "))}
        />
        <Text size="xs">
          {words.interruptedAt(
            formats.bytes(upload.sentBytes),
            formats.bytes(upload.totalBytes),
            formats.dateTime(upload.keptAt),
          )}
        </Text>
        {upload.files.some(({ handle }) => handle === undefined) && <Text size="xs">{words.chooseAgain}</Text>}
        {problem !== undefined && (
          <Text size="sm" c="red" role="alert">
            {problem}
          </Text>
        )}
        <Group gap="xs">
          <Button size="xs" onClick={() => void resume()}>
            {words.resume}
          </Button>
          <Button size="xs" variant="default" onClick={() => void discard()}>
            {words.discard}
          </Button>
        </Group>
      </Stack>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-testid="resume-input"
        onChange={({ currentTarget }) => {
          resumeWith(Array.from(currentTarget.files ?? []));
          currentTarget.value = "";
        }}
      />
    </Alert>
  );
}
