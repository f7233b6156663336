import type { GapEntry } from "@assay/sdk";
import { Box, Button, Group, MultiSelect, Paper, Stack, Text, Textarea, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { entriesQuery, peopleQuery, useComment } from "./gap-queries.ts";

/** Comments, and what happened to the gap; newest first. */
export function GapEntries({ gapId, canComment }: { gapId: string; canComment: boolean }) {
  const { gaps: words } = useTexts();
  const { data: entries = [] } = useQuery(entriesQuery(gapId));
  return (
    <Stack gap="sm" component="section" aria-labelledby="gap-history">
      <Title order={3} size="h5" id="gap-history">
        {words.history}
      </Title>
      {canComment && <CommentForm gapId={gapId} />}
      {entries.map((entry) => (
        <Entry key={entry.entryId} entry={entry} />
      ))}
    </Stack>
  );
}

function Entry({ entry }: { entry: GapEntry }) {
  const formats = useFormats();
  const { gaps: words } = useTexts();
  const { kind, author, text, fileName, createdAt, changes } = entry;
  const what = words.entries[kind];
  return (
    <Paper withBorder p="sm" data-testid="gap-entry">
      <Text size="xs" c="dimmed">
        {[author?.name ?? words.byService, formats.dateTime(createdAt)].join(" · ")}
      </Text>
      <Box style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
        <Text size="sm">
          {text === null ? (
            <>
              {what}
              {fileName !== null && ` · ${fileName}`}
              {changes !== null && <Changes changes={changes} />}
            </>
          ) : (
            withNames(text, entry.mentions)
          )}
        </Text>
      </Box>
    </Paper>
  );
}

function Changes({ changes }: { changes: NonNullable<GapEntry["changes"]> }) {
  const formats = useFormats();
  const { gaps: words } = useTexts();
  const { data: people = [] } = useQuery(peopleQuery);
  const { status, severity, ownerId, dueOn } = changes;
  const nameOf = (id: string) => people.find(({ accountId }) => accountId === id)?.name ?? words.somebody;
  const parts = [
    ...(status === undefined ? [] : [`${words.status}: ${words.statuses[status]}`]),
    ...(severity === undefined
      ? []
      : [`${words.severity}: ${severity === null ? words.foundSeverity : words.severities[severity]}`]),
    ...(ownerId === undefined ? [] : [`${words.owner}: ${ownerId === null ? words.nobody : nameOf(ownerId)}`]),
    ...(dueOn === undefined ? [] : [`${words.dueOn}: ${dueOn === null ? words.noDate : formats.date(dueOn)}`]),
  ];
  return ` · ${parts.join(", ")}`;
}

/** A comment names people by their account; readers see their names. */
function withNames(text: string, mentions: GapEntry["mentions"]): ReactNode[] {
  return text.split(/(@[0-7][0-9A-HJKMNP-TV-Z]{25})/).map((part, at) => {
    const name = mentions.find(({ accountId }) => part === `@${accountId}`)?.name;
    return name === undefined ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
      <Text span fw={600} key={at}>
        @{name}
      </Text>
    );
  });
}

function CommentForm({ gapId }: { gapId: string }) {
  const { gaps: words, ui } = useTexts();
  const { data: people = [] } = useQuery(peopleQuery);
  const [text, setText] = useState("");
  const [told, setTold] = useState<string[]>([]);
  const comment = useComment(gapId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const mentions = told.map((accountId) => `@${accountId} `).join("");
    comment.mutate(mentions + text.trim(), {
      onSuccess: () => {
        setText("");
        setTold([]);
      },
    });
  };
  return (
    <form onSubmit={submit} aria-label={words.comment}>
      <Stack gap="xs">
        <Textarea
          label={words.comment}
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
          autosize
          minRows={2}
          maxLength={3500}
        />
        <MultiSelect
          label={words.tell}
          data={people.map(({ accountId, name }) => ({ value: accountId, label: name }))}
          value={told}
          onChange={setTold}
          hidePickedOptions
          searchable
          clearButtonProps={{ "aria-label": words.tellNobody }}
        />
        {comment.isError && <ErrorState error={comment.error} title={ui.error.action} />}
        <Group justify="flex-end">
          <Button type="submit" size="sm" loading={comment.isPending} disabled={text.trim() === ""}>
            {words.send}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
