import type { Webhook } from "@assay/sdk";
import { Alert, Paper, SimpleGrid, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useFormats, useTexts } from "../texts/texts-context.tsx";

/** Delivery counts of the last week, and why the service disabled the webhook, if it did. */
export function WebhookSummary({ webhook }: { webhook: Webhook }) {
  const { webhooks: words, ui } = useTexts();
  const formats = useFormats();
  const { total, delivered, failed, lastDeliveredAt } = webhook.recentDeliveries;
  const figures = [
    [words.total, formats.number(total)],
    [words.delivered, formats.number(delivered)],
    [words.notYet, formats.number(total - delivered - failed)],
    [words.failed, formats.number(failed)],
    [words.lastDelivered, lastDeliveredAt === null ? ui.never : formats.dateTime(lastDeliveredAt)],
  ] as const;
  return (
    <>
      {webhook.disabledReason !== null && webhook.disabledAt !== null && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={words.disabled}>
          {webhook.disabledReason === "gone"
            ? words.disabledGone(formats.dateTime(webhook.disabledAt))
            : words.disabledFailing(formats.dateTime(webhook.disabledAt))}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 2, sm: 5 }} spacing="sm">
        {figures.map(([name, value]) => (
          <Paper key={name} withBorder p="sm">
            <Text size="xs" c="dimmed">
              {name}
            </Text>
            <Text fw={600}>{value}</Text>
          </Paper>
        ))}
      </SimpleGrid>
    </>
  );
}
