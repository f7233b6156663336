import { eventTypes, type Webhook } from "@assay/sdk";
import { Button, Checkbox, Group, Paper, Stack, Switch, TextInput, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { assay } from "../service/assay.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { notify } from "../ui/notify.ts";
import { webhookQuery } from "./webhook-queries.ts";

interface WebhookFormProps {
  webhook: Webhook | null;
  /** A new secret, to be shown once. */
  onSecret: (secret: string) => void;
}

/** The webhook's URL, event types and active switch. */
export function WebhookForm({ webhook, onSecret }: WebhookFormProps) {
  const { webhooks: words, ui } = useTexts();
  const client = useQueryClient();
  const [url, setUrl] = useState(webhook?.url ?? "");
  const [chosen, setChosen] = useState<string[]>(webhook?.eventTypes ?? ["document.completed", "document.failed"]);
  const [isActive, setActive] = useState(webhook?.isActive ?? true);
  const [isChecked, setChecked] = useState(false);
  const isWhole = url.trim() !== "" && chosen.length > 0;
  const saving = useMutation({
    mutationFn: (rotateSecret: boolean) =>
      assay.registerWebhook({
        url: url.trim(),
        eventTypes: eventTypes.filter((type) => chosen.includes(type)),
        isActive,
        rotateSecret,
      }),
    onSuccess: async ({ secret }) => {
      if (secret !== null) onSecret(secret);
      notify(ui.saved);
      await client.invalidateQueries({ queryKey: webhookQuery.queryKey });
    },
  });
  const save = (rotateSecret: boolean) => {
    setChecked(true);
    if (isWhole) saving.mutate(rotateSecret);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(false);
  };
  return (
    <Paper withBorder p="md" component="section">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Title order={2} size="h4">
            {webhook === null ? words.register : words.settings}
          </Title>
          <TextInput
            label={words.url}
            description={words.urlHint}
            type="url"
            required
            placeholder="https://example.com/webhooks"
            value={url}
            onChange={({ currentTarget }) => setUrl(currentTarget.value)}
            error={isChecked && url.trim() === "" && words.urlMissing}
          />
          <Checkbox.Group
            label={words.events}
            value={chosen}
            onChange={setChosen}
            error={isChecked && chosen.length === 0 && words.eventsMissing}
          >
            <Stack gap={8} mt={6} mb={4}>
              {eventTypes.map((type) => (
                <Checkbox key={type} value={type} label={words.eventNames[type]} description={type} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Switch
            label={words.active}
            checked={isActive}
            onChange={({ currentTarget }) => setActive(currentTarget.checked)}
          />
          {saving.isError && <ErrorState error={saving.error} title={ui.error.action} />}
          <Group gap="xs">
            <Button type="submit" loading={saving.isPending}>
              {webhook === null ? words.registerAction : ui.save}
            </Button>
            {webhook !== null && (
              <Button variant="default" disabled={saving.isPending} onClick={() => save(true)} title={words.rotateHint}>
                {words.rotate}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
