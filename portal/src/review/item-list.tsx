import { Button, Stack, Title } from "@mantine/core";
import { IconFilterOff } from "@tabler/icons-react";
import { useDeferredValue, useMemo } from "react";
import { useTexts } from "../texts/texts-context.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { filterRows, type ItemFilter, type ItemRow, searchable } from "./item-filter.ts";
import { ItemFilters } from "./item-filters.tsx";
import { ItemTable } from "./item-table.tsx";

interface ItemListProps {
  rows: ItemRow[];
  filter: ItemFilter;
  onFilter: (filter: ItemFilter) => void;
}

/** The filters and the filtered table. Input is immediate; the table updates at low priority. */
export function ItemList({ rows, filter, onFilter }: ItemListProps) {
  const { items: words } = useTexts().review;
  const texts = useMemo(() => searchable(rows), [rows]);
  const applied = useDeferredValue(filter);
  const shown = useMemo(() => filterRows(rows, texts, applied), [rows, texts, applied]);
  const hasChanges = useMemo(() => rows.some(({ change }) => change !== undefined), [rows]);
  const toCheck = useMemo(() => rows.filter(({ needsReview }) => needsReview).length, [rows]);
  const clusters = useMemo(() => {
    const byId = new Map(rows.map(({ clusterId, clusterName }) => [clusterId, clusterName]));
    return [...byId].map(([id, name]) => ({ id, name }));
  }, [rows]);
  return (
    <Stack gap="sm" component="section" aria-labelledby="items-title" id="items">
      <Title order={2} size="h4" id="items-title">
        {words.title}
      </Title>
      <ItemFilters {...{ filter, onFilter, clusters, toCheck }} shown={shown.length} all={rows.length} />
      {shown.length === 0 && rows.length > 0 ? (
        <EmptyState
          icon={IconFilterOff}
          title={words.none}
          text=""
          action={
            <Button variant="light" onClick={() => onFilter({})}>
              {words.clear}
            </Button>
          }
        />
      ) : (
        <ItemTable rows={shown} hasChanges={hasChanges} />
      )}
    </Stack>
  );
}
