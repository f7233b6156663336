import type { OwnerQuestion } from "@assay/sdk";
import { Button, Group, Paper, SegmentedControl, Stack, Text, Textarea, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { assay } from "../service/assay.ts";
import { useFormats, useSpoken, useTexts } from "../texts/texts-context.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { notify } from "../ui/notify.ts";
import { questionsQuery } from "./review-queries.ts";

/** What no document can answer: asked of its owner, without a score. */
export function OwnerQuestions({ documentId }: { documentId: string }) {
  const { questions: words } = useTexts().review;
  const { language } = useSpoken();
  const { data: questions = [] } = useQuery(questionsQuery(documentId, language));
  if (questions.length === 0) return null;
  return (
    <Stack gap="sm" component="section" aria-labelledby="questions-title">
      <div>
        <Title order={2} size="h4" id="questions-title">
          {words.title}
        </Title>
        <Text size="sm" c="dimmed">
          {words.lead}
        </Text>
      </div>
      {questions.map((question) => (
        <Question key={`${question.controlItemId} ${question.key}`} documentId={documentId} question={question} />
      ))}
    </Stack>
  );
}

type Given = OwnerQuestion["answer"];

function Question({ documentId, question }: { documentId: string; question: OwnerQuestion }) {
  const { review, ui } = useTexts();
  const { questions: words } = review;
  const formats = useFormats();
  const { language } = useSpoken();
  const client = useQueryClient();
  const labelId = useId();
  const [answer, setAnswer] = useState<Given>(question.answer);
  const [comment, setComment] = useState(question.comment ?? "");
  const saving = useMutation({
    mutationFn: () => {
      const { controlItemId, key } = question;
      return assay.answerQuestion(documentId, controlItemId, key, { answer, comment: comment.trim() || null });
    },
    onSuccess: async () => {
      notify(ui.saved);
      await client.invalidateQueries({ queryKey: questionsQuery(documentId, language).queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  const isUnchanged = answer === question.answer && comment.trim() === (question.comment ?? "");
  return (
    <Paper withBorder p="md" data-testid="question">
      <form onSubmit={submit}>
        <Stack gap="xs">
          <Text size="xs" c="dimmed">
            {question.controlItemExternalId} · {question.controlItemName}
          </Text>
          <Text size="sm" fw={550} id={labelId}>
            {question.question}
          </Text>
          <SegmentedControl
            size="xs"
            aria-labelledby={labelId}
            data={[
              { value: "yes", label: ui.yes },
              { value: "no", label: ui.no },
              { value: "not_applicable", label: words.notApplicable },
              { value: "open", label: words.open },
            ]}
            value={answer ?? "open"}
            onChange={(choice) => setAnswer(choice === "open" ? null : (choice as Given))}
            style={{ alignSelf: "flex-start" }}
          />
          <Textarea
            label={words.comment}
            autosize
            maxLength={2000}
            value={comment}
            onChange={({ currentTarget }) => setComment(currentTarget.value)}
          />
          {saving.isError && <ErrorState error={saving.error} title={ui.error.action} />}
          <Group gap="sm">
            <Button size="compact-sm" type="submit" disabled={isUnchanged} loading={saving.isPending}>
              {ui.save}
            </Button>
            {question.answeredAt !== null && (
              <Text size="xs" c="dimmed">
                {words.answered(formats.dateTime(question.answeredAt))}
              </Text>
            )}
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
