import type { ApiKey } from "@assay/sdk";
import { Button, Code, Group, Stack, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconKey } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { administration } from "../service/administration.ts";
import { useList } from "../service/use-list.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { DateOrNever, KeyStateBadge, shownKey, stateOf } from "../ui/key-state.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { ShownOnceKey } from "../ui/shown-once-key.tsx";
import { IssueKey } from "./issue-key.tsx";
import { type KeyOwner, keysOf } from "./key-owner.ts";

/** The keys of a partner or a company, with rotation and revocation. */
export function KeyList({ owner }: { owner: KeyOwner }) {
  const { partner: words } = useTexts().admin;
  const formats = useFormats();
  const queryClient = useQueryClient();
  const [isIssuing, { open, close }] = useDisclosure();
  const [apiKey, setApiKey] = useState<string>();
  const { queryKey, list, issue } = keysOf(owner);
  const query = useList(queryKey, list);
  const onChanged = () => queryClient.invalidateQueries({ queryKey });

  const revoke = useMutation({ mutationFn: (keyId: string) => administration.revokeKey(keyId), onSuccess: onChanged });
  const add = useMutation({
    mutationFn: (expiresAt: string | undefined) => issue(expiresAt),
    // The response contains the key, which must not outlive the dialog.
    gcTime: 0,
    onSuccess: (issued) => {
      setApiKey(issued.apiKey);
      close();
      void onChanged();
    },
  });

  const columns: Column<ApiKey>[] = [
    { key: "key", title: words.key, cell: (key) => <Code>{shownKey(key)}</Code> },
    {
      key: "state",
      title: words.state,
      isShort: true,
      cell: (key) => <KeyStateBadge apiKey={key} />,
    },
    { key: "createdAt", title: words.createdAt, isShort: true, cell: ({ createdAt }) => formats.date(createdAt) },
    {
      key: "expiresAt",
      title: words.expiresAt,
      isShort: true,
      cell: ({ expiresAt }) => <DateOrNever at={expiresAt} />,
    },
    {
      key: "lastUsedAt",
      title: words.lastUsedAt,
      isShort: true,
      cell: ({ lastUsedAt }) => <DateOrNever at={lastUsedAt} withTime />,
    },
    {
      key: "actions",
      title: useTexts().ui.actions,
      isTitleHidden: true,
      isAtEnd: true,
      cell: (key) =>
        stateOf(key) === "active" && (
          <Group gap="xs" justify="flex-end" wrap="nowrap">
            <ConfirmButton
              label={words.rotate}
              about={shownKey(key)}
              title={words.rotateTitle}
              text={words.rotateText(
                shownKey(key),
                key.expiresAt === null ? undefined : formats.dateTime(key.expiresAt),
              )}
              mutation={add}
              given={key.expiresAt ?? undefined}
            />
            <ConfirmButton
              label={words.revoke}
              about={shownKey(key)}
              title={words.revokeTitle}
              text={words.revokeText(shownKey(key))}
              mutation={revoke}
              given={key.keyId}
              isDangerous
            />
          </Group>
        ),
    },
  ];

  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={2} size="h4">
            {words.keys}
          </Title>
          <Text size="sm" c="dimmed">
            {words.keysLead}
          </Text>
        </div>
        <Button variant="light" leftSection={<IconKey size={16} aria-hidden />} onClick={open}>
          {words.issue}
        </Button>
      </Group>
      <Loaded query={query}>
        {(keys) =>
          keys.length === 0 ? (
            <Text size="sm">{words.noKeys}</Text>
          ) : (
            <DataTable label={words.keys} columns={columns} rows={keys} rowKey={({ keyId }) => keyId} />
          )
        }
      </Loaded>
      <MoreButton {...query} />
      <IssueKey isOpen={isIssuing} onClose={close} mutation={add} />
      <ShownOnceKey
        apiKey={apiKey}
        onDone={() => {
          setApiKey(undefined);
          add.reset();
        }}
      />
    </Stack>
  );
}
