import type { OwnKey } from "@assay/sdk";
import { Button, Code, Group, Stack, Text } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { assay } from "../service/assay.ts";
import { sessionQuery } from "../service/session-query.ts";
import { useList } from "../service/use-list.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { DateOrNever, KeyStateBadge, shownKey, stateOf } from "../ui/key-state.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { notify } from "../ui/notify.ts";
import { Page } from "../ui/page.tsx";
import { ShownOnceKey } from "../ui/shown-once-key.tsx";
import { EditOwnKey, IssueOwnKey, RotateOwnKey } from "./key-dialogs.tsx";

type Dialog = { kind: "issue" } | { kind: "edit" | "rotate"; ownKey: OwnKey };

/** The keys of the own partner or company, or of a company of the own partner. */
export function KeysPage() {
  const { keys: words, admin } = useTexts();
  const formats = useFormats();
  const { companyId } = useSearch({ from: "/shell/keys" });
  const queryClient = useQueryClient();
  const { data: session } = useQuery(sessionQuery);
  const { data: company } = useQuery({
    queryKey: ["partner", "company", companyId],
    queryFn: ({ signal }) => assay.getCompany(companyId ?? "", { signal }),
    enabled: companyId !== undefined,
  });
  const [dialog, setDialog] = useState<Dialog>();
  const [apiKey, setApiKey] = useState<string>();
  const queryKey = ["keys", companyId];
  const query = useList(queryKey, async (page, signal) => {
    const { keys, nextCursor } = await assay.listKeys({ ...page, companyId }, { signal });
    return { entries: keys, nextCursor };
  });
  const close = () => setDialog(undefined);
  const onChanged = () => {
    close();
    return queryClient.invalidateQueries({ queryKey });
  };
  const onIssued = (issued: string, oldKeyValidUntil = "") => {
    setApiKey(issued);
    if (oldKeyValidUntil !== "") notify(words.rotated(formats.dateTime(oldKeyValidUntil)));
    void onChanged();
  };
  const revoking = useMutation({ mutationFn: (keyId: string) => assay.revokeOwnKey(keyId), onSuccess: onChanged });
  const tier = companyId === undefined && session?.role === "partner" ? "partner" : "company";
  const issue = (
    <Button leftSection={<IconKey size={16} aria-hidden />} onClick={() => setDialog({ kind: "issue" })}>
      {admin.partner.issue}
    </Button>
  );
  const columns = useColumns(setDialog, revoking);
  return (
    <Page
      title={companyId === undefined ? words.title : words.titleOf(company?.name ?? "…")}
      lead={companyId === undefined ? words.lead : words.leadOfClient}
      actions={issue}
    >
      <Loaded query={query}>
        {(keys) =>
          keys.length === 0 ? (
            <EmptyState icon={IconKey} title={words.empty} text={words.emptyText} action={issue} />
          ) : (
            <DataTable label={words.title} columns={columns} rows={keys} rowKey={({ keyId }) => keyId} />
          )
        }
      </Loaded>
      <MoreButton {...query} />
      {dialog?.kind === "issue" && <IssueOwnKey {...{ companyId, tier, onIssued }} onClose={close} />}
      {dialog?.kind === "edit" && (
        <EditOwnKey ownKey={dialog.ownKey} onClose={close} onSaved={() => void onChanged()} />
      )}
      {dialog?.kind === "rotate" && <RotateOwnKey ownKey={dialog.ownKey} onClose={close} onIssued={onIssued} />}
      <ShownOnceKey apiKey={apiKey} onDone={() => setApiKey(undefined)} />
    </Page>
  );
}

function useColumns(
  onOpen: (dialog: Dialog) => void,
  revoking: Parameters<typeof ConfirmButton<string>>[0]["mutation"],
): Column<OwnKey>[] {
  const { keys: words, admin, ui } = useTexts();
  const formats = useFormats();
  return [
    {
      key: "key",
      title: admin.partner.key,
      cell: (key) => (
        <Stack gap={2}>
          {key.label !== null && (
            <Text size="sm" fw={550} style={{ overflowWrap: "anywhere" }}>
              {key.label}
            </Text>
          )}
          <Code style={{ alignSelf: "flex-start" }}>{shownKey(key)}</Code>
        </Stack>
      ),
    },
    {
      key: "scopes",
      title: words.scopes,
      cell: ({ scopes }) => scopes.map((scope) => words.scope[scope]).join(", "),
    },
    {
      key: "networks",
      title: words.networks,
      cell: ({ networks }) =>
        networks.length === 0 ? (
          <Text span size="sm" c="dimmed">
            {words.everywhere}
          </Text>
        ) : (
          <Text span size="sm" style={{ overflowWrap: "anywhere" }}>
            {networks.join(", ")}
          </Text>
        ),
    },
    {
      key: "state",
      title: words.state,
      cell: (key) => (
        <Stack gap={2} align="flex-start">
          <KeyStateBadge apiKey={key} />
          {stateOf(key) === "active" && key.expiresAt !== null && (
            <Text span size="xs">
              {words.until(formats.dateTime(key.expiresAt))}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      key: "issued",
      title: words.issuedBy,
      cell: ({ issuedBy, createdAt }) => (
        <>
          {issuedBy !== null && `${words.issuers[issuedBy]}, `}
          {formats.date(createdAt)}
        </>
      ),
    },
    {
      key: "lastUsedAt",
      title: words.lastUsedAt,
      isShort: true,
      cell: ({ lastUsedAt }) => <DateOrNever at={lastUsedAt} withTime />,
    },
    {
      key: "actions",
      title: ui.actions,
      isTitleHidden: true,
      isAtEnd: true,
      cell: (ownKey) =>
        stateOf(ownKey) === "active" && (
          <Group gap="xs" justify="flex-end">
            {(["edit", "rotate"] as const).map((kind) => (
              <Button
                key={kind}
                size="compact-sm"
                variant="default"
                aria-label={ui.labelled(words[kind], shownKey(ownKey))}
                onClick={() => onOpen({ kind, ownKey })}
              >
                {words[kind]}
              </Button>
            ))}
            <ConfirmButton
              label={admin.partner.revoke}
              about={shownKey(ownKey)}
              title={admin.partner.revokeTitle}
              text={admin.partner.revokeText(shownKey(ownKey))}
              mutation={revoking}
              given={ownKey.keyId}
              isDangerous
            />
          </Group>
        ),
    },
  ];
}
