import type { Gap } from "@assay/sdk";
import { Button, Checkbox, Group, NativeSelect, Text, TextInput, UnstyledButton } from "@mantine/core";
import { IconChecks, IconDownload } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useCanDecide } from "../decisions/use-can-decide.ts";
import { assay } from "../service/assay.ts";
import { useList } from "../service/use-list.ts";
import { useFormats, useSpoken, useTexts } from "../texts/texts-context.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { Page } from "../ui/page.tsx";
import { saveFile } from "../ui/save-file.ts";
import { BulkEdit } from "./bulk-edit.tsx";
import { SeverityBadge, StatusBadge } from "./gap-badges.tsx";
import { GapDrawer } from "./gap-drawer.tsx";
import { type GapSearch, gapSeverities, gapSorts, gapStatusFilters } from "./gap-filter.ts";
import { listKey, peopleQuery, toFilter } from "./gap-queries.ts";

const route = getRouteApi("/shell/gaps");

/** The register: what is not met, who takes care of it, and by when. */
export function GapsPage() {
  const { gaps: words, ui } = useTexts();
  const { language } = useSpoken();
  const canWork = useCanDecide();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { gap: shown, ...filter } = search;
  const change = (part: GapSearch) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const show = (gap: string | undefined) =>
    void navigate({ search: ({ gap: _, ...rest }) => (gap === undefined ? rest : { ...rest, gap }) });
  const query = useList(listKey(filter, language), async (page, signal) => {
    const { gaps, nextCursor } = await assay.listGaps({ ...page, ...toFilter(filter), language }, { signal });
    return { entries: gaps, nextCursor };
  });
  const [selected, setSelected] = useState<string[]>([]);
  const [isEditing, setEditing] = useState(false);
  const download = useMutation({
    mutationFn: () => assay.exportGaps({ ...toFilter(filter), language }),
    onSuccess: saveFile,
  });
  const toggle = (gapId: string, isSelected: boolean) =>
    setSelected((before) => (isSelected ? [...before, gapId] : before.filter((one) => one !== gapId)));

  return (
    <Page
      title={words.title}
      lead={words.lead}
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
      <Filters filter={filter} onChange={change} />
      <Loaded query={query}>
        {(gaps) =>
          gaps.length === 0 ? (
            <EmptyState icon={IconChecks} title={words.empty} text={words.emptyText} />
          ) : (
            <>
              {canWork && (
                <Group gap="sm">
                  <Checkbox
                    label={words.selectAll}
                    checked={selected.length >= gaps.length}
                    indeterminate={selected.length > 0 && selected.length < gaps.length}
                    onChange={({ currentTarget: { checked } }) =>
                      setSelected(checked ? gaps.map(({ gapId }) => gapId) : [])
                    }
                  />
                  <Button size="compact-sm" disabled={selected.length === 0} onClick={() => setEditing(true)}>
                    {words.changeSelected(selected.length)}
                  </Button>
                </Group>
              )}
              <GapTable gaps={gaps} selected={selected} onSelect={canWork ? toggle : undefined} onOpen={show} />
            </>
          )
        }
      </Loaded>
      <MoreButton {...query} />
      {isEditing && (
        <BulkEdit
          gaps={selected}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false);
            setSelected([]);
          }}
        />
      )}
      <GapDrawer gapId={shown} onClose={() => show(undefined)} />
    </Page>
  );
}

function Filters({ filter, onChange }: { filter: GapSearch; onChange: (part: GapSearch) => void }) {
  const { gaps: words } = useTexts();
  const { data: people = [] } = useQuery(peopleQuery);
  const width = { base: "100%", xs: 180 };
  const every = { value: "", label: words.all };
  return (
    <Group gap="sm" align="flex-end">
      <NativeSelect
        label={words.status}
        data={gapStatusFilters.map((value) => ({ value, label: words.statusFilters[value] }))}
        value={filter.status ?? "unresolved"}
        onChange={({ currentTarget: { value } }) => onChange({ status: value as NonNullable<GapSearch["status"]> })}
        w={width}
      />
      <NativeSelect
        label={words.severity}
        data={[every, ...gapSeverities.map((value) => ({ value, label: words.severities[value] }))]}
        value={filter.severity ?? ""}
        onChange={({ currentTarget: { value } }) => onChange({ severity: value as NonNullable<GapSearch["severity"]> })}
        w={width}
      />
      <NativeSelect
        label={words.owner}
        data={[
          every,
          { value: "none", label: words.nobody },
          ...people.map(({ accountId, name }) => ({ value: accountId, label: name })),
        ]}
        value={filter.owner ?? ""}
        onChange={({ currentTarget: { value } }) => onChange({ owner: value })}
        w={width}
      />
      <NativeSelect
        label={words.sort}
        data={gapSorts.map((value) => ({ value, label: words.sorts[value] }))}
        value={filter.sort ?? "-severity"}
        onChange={({ currentTarget: { value } }) => onChange({ sort: value as NonNullable<GapSearch["sort"]> })}
        w={width}
      />
      <TextInput
        type="search"
        label={words.text}
        defaultValue={filter.text ?? ""}
        onChange={({ currentTarget: { value } }) => onChange({ text: value })}
        w={{ base: "100%", xs: 220 }}
      />
    </Group>
  );
}

interface GapTableProps {
  gaps: Gap[];
  selected: string[];
  /** Absent for readers. */
  onSelect: ((gapId: string, isSelected: boolean) => void) | undefined;
  onOpen: (gapId: string) => void;
}

function GapTable({ gaps, selected, onSelect, onOpen }: GapTableProps) {
  const { gaps: words } = useTexts();
  const formats = useFormats();
  const today = new Date().toISOString().slice(0, 10);
  const columns: Column<Gap>[] = [
    ...(onSelect === undefined
      ? []
      : [
          {
            key: "select",
            title: words.select,
            isTitleHidden: true,
            isShort: true,
            cell: ({ gapId, statement }: Gap) => (
              <Checkbox
                aria-label={`${words.select}: ${statement}`}
                checked={selected.includes(gapId)}
                onChange={({ currentTarget: { checked } }) => onSelect(gapId, checked)}
              />
            ),
          },
        ]),
    {
      key: "criterion",
      title: words.criterion,
      cell: ({ gapId, statement, controlCode, controlItemExternalId, fileName, subject }) => (
        <>
          <UnstyledButton onClick={() => onOpen(gapId)}>
            <Text span size="sm" c="var(--mantine-color-anchor)" style={{ overflowWrap: "anywhere" }}>
              {statement}
            </Text>
          </UnstyledButton>
          <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {[`${controlCode} ${controlItemExternalId}`, subject ?? fileName].join(" · ")}
          </Text>
        </>
      ),
    },
    { key: "severity", title: words.severity, isShort: true, cell: (gap) => <SeverityBadge {...gap} /> },
    { key: "status", title: words.status, isShort: true, cell: (gap) => <StatusBadge {...gap} /> },
    { key: "owner", title: words.owner, cell: ({ owner }) => owner?.name ?? "–" },
    {
      key: "due",
      title: words.dueOn,
      isShort: true,
      cell: ({ dueOn, status }) => {
        if (dueOn === null) return "–";
        const isOverdue = dueOn < today && (status === "open" || status === "in_progress");
        return (
          <Text span size="sm" {...(isOverdue && { fw: 700 })}>
            {isOverdue ? words.overdue(formats.date(dueOn)) : formats.date(dueOn)}
          </Text>
        );
      },
    },
  ];
  return (
    <DataTable label={words.title} columns={columns} rows={gaps} rowKey={({ gapId }) => gapId} rowTestId="gap-row" />
  );
}
