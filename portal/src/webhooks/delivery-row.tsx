import type { Delivery } from "@assay/sdk";
import { Box, Button, Code, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { assay } from "../service/assay.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { explainError } from "../ui/explain-error.ts";
import { notify, notifyProblem } from "../ui/notify.ts";
import { StateBadge } from "../ui/state-badge.tsx";
import styles from "./delivery-row.module.css";
import { deliveriesQuery } from "./webhook-queries.ts";

const colours = { pending: "blue", delivered: "green", failed: "red" } as const;

/** One event, its attempts, and a way to send it again. */
export function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { webhooks: words, ui } = useTexts();
  const formats = useFormats();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const replaying = useMutation({
    mutationFn: () => assay.replayDelivery(delivery.id),
    onSuccess: () => notify(words.replayed),
    onError: (error) => notifyProblem(ui.error.action, explainError(error, ui).text),
    onSettled: () => client.invalidateQueries({ queryKey: deliveriesQuery.queryKey }),
  });
  const { type, status, createdAt, nextAttemptAt, attempts } = delivery;
  const last = attempts.at(-1);
  const isFailing = status === "pending" && last !== undefined;
  const reason = status === "delivered" || last === undefined || last.error === null ? undefined : last;
  return (
    <Box className={styles["row"]} data-testid="delivery">
      <Group gap="sm" justify="space-between">
        <Group gap="sm">
          <StateBadge color={isFailing ? "red" : colours[status]}>
            {isFailing ? words.failing : words.states[status]}
          </StateBadge>
          <Code>{type}</Code>
          <Text size="sm" c="dimmed">
            {formats.dateTime(createdAt)}
          </Text>
        </Group>
        <Group gap={6}>
          <Button size="compact-xs" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {words.attempts(attempts.length)}
          </Button>
          <Button
            size="compact-xs"
            variant="light"
            loading={replaying.isPending}
            aria-label={words.replayOf(type, formats.dateTime(createdAt))}
            onClick={() => replaying.mutate()}
          >
            {words.replay}
          </Button>
        </Group>
      </Group>
      {reason !== undefined && reason.error !== null && (
        <Text size="sm" mt={4}>
          {reason.error in words.reasons
            ? words.reasons[reason.error as keyof typeof words.reasons](reason.statusCode)
            : reason.error}
        </Text>
      )}
      {isOpen && (
        <Stack gap={6} mt="xs">
          <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {`webhook-id: ${delivery.id}`}
          </Text>
          {attempts.map(({ at, durationMilliseconds, statusCode, error, responseStart }) => (
            <div key={at}>
              <Text size="xs">
                {words.attempt(formats.dateTime(at), statusCode, error, formats.number(durationMilliseconds))}
              </Text>
              {responseStart !== null && responseStart !== "" && (
                <Code block className={styles["response"]}>
                  {responseStart}
                </Code>
              )}
            </div>
          ))}
          {nextAttemptAt !== null && <Text size="xs">{words.nextAttempt(formats.dateTime(nextAttemptAt))}</Text>}
        </Stack>
      )}
    </Box>
  );
}
