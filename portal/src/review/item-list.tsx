import { Button, Group, Stack, Title } from "@mantine/core";
import { IconFilterOff } from "@tabler/icons-react";
import { useDeferredValue, useMemo, useRef } from "react";
import { QueueLink } from "../decisions/queue-link.tsx";
import { filterRows, type ItemFilter, searchable, withSort } from "../items/item-filter.ts";
import { defaultSort, sortRows } from "../items/item-order.ts";
import type { ItemRow } from "../items/item-row.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Shortcuts } from "../ui/shortcuts.tsx";
import { ItemFilters } from "./item-filters.tsx";
import { ItemTable } from "./item-table.tsx";

interface ItemListProps {
  rows: ItemRow[];
  filter: ItemFilter;
  onFilter: (filter: ItemFilter) => void;
  /** The review whose requirements these are; absent for those of one document. */
  reviewId?: string;
  /** Of several subjects there is one row for each requirement, so that a queue of rows would miss most of their findings. */
  hasQueue?: boolean;
}

/** The filters and the filtered table. Input is immediate; the table updates at low priority. */
export function ItemList({ rows, filter, onFilter, reviewId, hasQueue = true }: ItemListProps) {
  const { items: words } = useTexts().review;
  const { locale } = useFormats();
  const { sort = defaultSort } = filter;
  const applied = useDeferredValue(filter);
  const order = applied.sort ?? defaultSort;
  const sorted = useMemo(() => sortRows(rows, order, locale), [rows, order, locale]);
  const texts = useMemo(() => searchable(sorted), [sorted]);
  const shown = useMemo(() => filterRows(sorted, texts, applied), [sorted, texts, applied]);
  const search = useMemo(() => ({ ...applied, ...(reviewId && { review: reviewId }) }), [applied, reviewId]);
  const hasChanges = useMemo(() => rows.some(({ change }) => change !== undefined), [rows]);
  const hasDecisions = useMemo(() => rows.some(({ decided }) => decided !== undefined), [rows]);
  const toCheck = useMemo(() => rows.filter(({ needsReview }) => needsReview).length, [rows]);
  const clusters = useMemo(() => {
    const byId = new Map(rows.map(({ clusterId, clusterName }) => [clusterId, clusterName]));
    return [...byId].map(([id, name]) => ({ id, name }));
  }, [rows]);
  const moveFocus = useRef<(step: number) => void>(() => undefined);
  return (
    <Stack gap="sm" component="section" aria-labelledby="items-title" id="items">
      <Group justify="space-between">
        <Title order={2} size="h4" id="items-title">
          {words.title}
        </Title>
        <Group gap="xs">
          {hasQueue && <QueueLink rows={rows} reviewId={reviewId} />}
          <Shortcuts
            shortcuts={[
              { key: "j", label: words.keys.next, act: () => moveFocus.current(1) },
              { key: "k", label: words.keys.previous, act: () => moveFocus.current(-1) },
              { key: "Enter", label: words.keys.open },
            ]}
          />
        </Group>
      </Group>
      <ItemFilters
        {...{ filter, onFilter, clusters, toCheck, hasChanges, hasDecisions }}
        shown={shown.length}
        all={rows.length}
      />
      {shown.length === 0 && rows.length > 0 ? (
        <EmptyState
          icon={IconFilterOff}
          title={words.none}
          text=""
          action={
            <Button variant="light" onClick={() => onFilter(withSort({}, sort))}>
              {words.clear}
            </Button>
          }
        />
      ) : (
        <ItemTable
          rows={shown}
          hasChanges={hasChanges}
          sort={sort}
          onSort={(chosen) => onFilter(withSort(filter, chosen))}
          search={search}
          moveFocus={moveFocus}
        />
      )}
    </Stack>
  );
}
