import type { AuditEntry } from "@assay/sdk";
import { Button, Code, Group, Select, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconDownload, IconListDetails } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sessionQuery } from "../service/session-query.ts";
import { useList } from "../service/use-list.ts";
import type { Texts } from "../texts/texts.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { Page } from "../ui/page.tsx";
import { saveFile } from "../ui/save-file.ts";
import { auditSourceOf } from "./audit-source.ts";
import { Subject } from "./subject.tsx";

type Actor = AuditEntry["actorTier"];

interface Filter {
  action: string | null;
  actorTier: Actor | null;
  about: string;
  /** Calendar days in the reader's time zone. */
  since: string;
  until: string;
}

const nothing: Filter = { action: null, actorTier: null, about: "", since: "", until: "" };

/** Midnight at the start of a day, or of the next day, in the reader's time zone. */
function startOf(day: string, daysLater = 0): string | undefined {
  const start = new Date(`${day}T00:00:00`);
  if (Number.isNaN(start.getTime())) return undefined;
  start.setDate(start.getDate() + daysLater);
  return start.toISOString();
}

type Kind = keyof Texts["auditLog"]["kinds"];
const kindsOfTenants = {
  partner: ["partner", "quotas", "api_key", "session", "account", "person", "company"],
  company: [
    ...(["company", "quotas", "api_key", "session", "account", "person", "business_entity"] as const),
    ...(["review", "document", "finding", "decision", "gap", "upload", "webhook"] as const),
  ],
} satisfies Record<string, Kind[]>;

export function AuditLogPage() {
  const { auditLog: words, ui } = useTexts();
  const { data: session } = useQuery(sessionQuery);
  const role = session?.role ?? "company";
  const source = auditSourceOf(role);
  const kinds = role === "admin" ? (Object.keys(words.kinds) as Kind[]) : kindsOfTenants[role];
  const formats = useFormats();
  const [filter, setFilter] = useState(nothing);
  const [settled] = useDebouncedValue(filter, 250);
  const change = (part: Partial<Filter>) => setFilter((before) => ({ ...before, ...part }));
  const asked = {
    action: settled.action ?? undefined,
    actorTier: settled.actorTier ?? undefined,
    about: settled.about.trim() || undefined,
    since: startOf(settled.since),
    until: startOf(settled.until, 1),
  };
  const query = useList(["audit-log", role, asked], async (page, signal) => {
    const { entries, nextCursor } = await source.list({ ...page, ...asked }, signal);
    return { entries, nextCursor };
  });
  const download = useMutation({ mutationFn: () => source.export(asked), onSuccess: saveFile });

  const columns: Column<AuditEntry>[] = [
    { key: "at", title: words.at, isShort: true, cell: ({ at }) => formats.dateTime(at) },
    {
      key: "actor",
      title: words.actor,
      isShort: true,
      cell: ({ actorTier, actorName }) => actorName ?? words.actors[actorTier],
    },
    { key: "action", title: words.action, isShort: true, cell: ({ action }) => <Code>{action}</Code> },
    {
      key: "subject",
      title: words.subject,
      cell: (entry) => <Subject entry={entry} role={role} />,
    },
    {
      key: "details",
      title: words.details,
      cell: ({ details }) => (
        <Text span size="xs" c="dimmed">
          {Object.entries(details)
            .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
            .join(", ") || "–"}
        </Text>
      ),
    },
    { key: "address", title: words.address, isShort: true, cell: ({ address }) => address ?? "–" },
  ];

  return (
    <Page
      title={words.title}
      lead={role === "admin" ? words.lead : words.ownLead}
      actions={
        <Button
          variant="light"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {words.export}
        </Button>
      }
    >
      {download.isError && <ErrorState error={download.error} title={ui.error.action} />}
      <Group gap="sm" align="flex-end">
        <Select
          label={words.action}
          placeholder={words.everyAction}
          data={kinds.map((value) => ({ value, label: words.kinds[value] }))}
          value={filter.action}
          onChange={(action) => change({ action })}
          clearable
          w={{ base: "100%", xs: 190 }}
        />
        <Select
          label={words.actor}
          placeholder={words.everyActor}
          data={Object.entries(words.actors).map(([value, label]) => ({ value, label }))}
          value={filter.actorTier}
          onChange={(actorTier) => change({ actorTier: actorTier as Actor | null })}
          clearable
          w={{ base: "100%", xs: 170 }}
        />
        {role === "admin" && (
          <TextInput
            label={words.about}
            placeholder={words.aboutHint}
            value={filter.about}
            onChange={(event) => change({ about: event.currentTarget.value })}
            w={{ base: "100%", xs: 290 }}
          />
        )}
        <TextInput
          type="date"
          label={words.since}
          value={filter.since}
          onChange={(event) => change({ since: event.currentTarget.value })}
          w={{ base: "47%", xs: 150 }}
        />
        <TextInput
          type="date"
          label={words.until}
          value={filter.until}
          onChange={(event) => change({ until: event.currentTarget.value })}
          w={{ base: "47%", xs: 150 }}
        />
      </Group>
      <Loaded query={query}>
        {(entries) =>
          entries.length === 0 ? (
            <EmptyState icon={IconListDetails} title={words.empty} text={words.emptyText} />
          ) : (
            <DataTable label={words.title} columns={columns} rows={entries} rowKey={({ id }) => id} />
          )
        }
      </Loaded>
      <MoreButton {...query} />
    </Page>
  );
}
