import type { NotificationSettings } from "@assay/sdk";
import { Alert, Button, Group, NativeSelect, Stack } from "@mantine/core";
import { IconMailOff } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { people } from "../service/assay.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { notify } from "../ui/notify.ts";
import { Page } from "../ui/page.tsx";

type Kind = keyof NotificationSettings["choices"];
type Choice = NotificationSettings["choices"][Kind];

const kinds: Kind[] = ["assigned", "mentioned", "due", "overdue", "review_completed", "score_fell"];
const choices: Choice[] = ["instant", "daily", "off"];
/** Each in its own words, so that everybody finds theirs. */
const languages = { en: "English", de: "Deutsch", fr: "Français", es: "Español" } as const;

/** Which mails a person receives. */
export function NotificationsPage() {
  const { gaps } = useTexts();
  const { notifications: words } = gaps;
  const query = useQuery({
    queryKey: ["notification-settings"],
    queryFn: ({ signal }) => people.getNotificationSettings({ signal }),
  });
  return (
    <Page title={words.title} lead={words.lead}>
      <Loaded query={query}>{(settings) => <SettingsForm settings={settings} />}</Loaded>
    </Page>
  );
}

function SettingsForm({ settings }: { settings: NotificationSettings }) {
  const { gaps, ui } = useTexts();
  const { notifications: words } = gaps;
  const client = useQueryClient();
  const [{ language, choices: chosen }, setChosen] = useState(settings);
  const saving = useMutation({
    mutationFn: () => people.replaceNotificationSettings({ language, choices: chosen }),
    onSuccess: async (saved) => {
      client.setQueryData(["notification-settings"], saved);
      notify(ui.saved);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <form onSubmit={submit} aria-label={words.title}>
      <Stack gap="md" maw={520}>
        {!settings.isMailOn && (
          <Alert icon={<IconMailOff size={18} aria-hidden />} title={words.mailOff}>
            {words.mailOffText}
          </Alert>
        )}
        {kinds.map((kind) => (
          <NativeSelect
            key={kind}
            label={words.kinds[kind]}
            data={choices.map((value) => ({ value, label: words.choices[value] }))}
            value={chosen[kind]}
            onChange={({ currentTarget: { value } }) =>
              setChosen((before) => ({ ...before, choices: { ...before.choices, [kind]: value as Choice } }))
            }
          />
        ))}
        <NativeSelect
          label={words.language}
          data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
          value={language}
          onChange={({ currentTarget: { value } }) =>
            setChosen((before) => ({ ...before, language: value as NotificationSettings["language"] }))
          }
        />
        {saving.isError && <ErrorState error={saving.error} title={ui.error.action} />}
        <Group justify="flex-end">
          <Button type="submit" loading={saving.isPending}>
            {ui.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
