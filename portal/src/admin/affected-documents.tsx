import { Button, Group, Paper, Progress, Stack, Text, Title } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { administration } from "../service/administration.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { affectedQuery } from "./admin-queries.ts";

/** From this number on, the service stops counting. */
const maxCount = 10_000;

/** What a new revision of the control affects; judges it again after a confirmation and shows how far that is. */
export function AffectedDocuments({ controlId }: { controlId: string }) {
  const { affected: words } = useTexts().admin.catalogue;
  const queryClient = useQueryClient();
  const { data } = useQuery(affectedQuery(controlId));
  const [isAsking, setAsking] = useState(false);
  const judge = useMutation({
    mutationFn: (id: string) => administration.judgeEveryAffectedDocument(id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: affectedQuery(controlId).queryKey }),
  });
  if (data === undefined) return null;
  const { affectedCount, bulkJudgement } = data;
  const isRunning = bulkJudgement?.status === "running";
  if (affectedCount === 0 && !isRunning) return null;
  const count = `${affectedCount}${affectedCount < maxCount ? "" : "+"}`;
  return (
    <Paper withBorder p="md" role="region" aria-label={words.title}>
      <Stack gap="xs" align="stretch">
        <Title order={3} size="h5">
          {words.title}
        </Title>
        {isRunning ? (
          <>
            <Text size="sm" role="status">
              {words.progress(bulkJudgement.judgedCount, bulkJudgement.documentCount)}
              {bulkJudgement.failedCount > 0 && ` ${words.failed(bulkJudgement.failedCount)}`}
              {bulkJudgement.skippedCount > 0 && ` ${words.skipped(bulkJudgement.skippedCount)}`}
            </Text>
            <Progress
              aria-label={words.title}
              value={
                (100 * (bulkJudgement.judgedCount + bulkJudgement.failedCount + bulkJudgement.skippedCount)) /
                Math.max(1, bulkJudgement.documentCount)
              }
            />
          </>
        ) : (
          <Group justify="space-between" gap="sm">
            <Text size="sm" flex="1 1 20rem">
              {words.text(count, affectedCount === 1)}
            </Text>
            <Button
              variant="light"
              leftSection={<IconRefresh size={16} aria-hidden />}
              onClick={() => {
                judge.reset();
                setAsking(true);
              }}
            >
              {words.judge}
            </Button>
          </Group>
        )}
      </Stack>
      {isAsking && (
        <ConfirmDialog
          title={words.confirmTitle(count, affectedCount === 1)}
          text={words.confirmText}
          confirm={words.judge}
          mutation={judge}
          given={controlId}
          onClose={() => setAsking(false)}
        />
      )}
    </Paper>
  );
}
