import { Chip, Group, NativeSelect, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import {
  type DecisionFilter,
  decisionFilters,
  type ItemFilter,
  withNeedsReview,
  withSort,
} from "../items/item-filter.ts";
import { defaultSort, readSort, type Sort } from "../items/item-order.ts";
import { type Level, levels } from "../items/item-row.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { useLevelNames } from "./level-mark.tsx";

interface ItemFiltersProps {
  filter: ItemFilter;
  onFilter: (filter: ItemFilter) => void;
  clusters: { id: string; name: string }[];
  shown: number;
  all: number;
  toCheck: number;
  hasChanges: boolean;
  /** Whether anything was decided by a person. */
  hasDecisions: boolean;
}

/** Filters for the table below. */
export function ItemFilters({
  filter,
  onFilter,
  clusters,
  shown,
  all,
  toCheck,
  hasChanges,
  hasDecisions,
}: ItemFiltersProps) {
  const { review, decisions } = useTexts();
  const { items: words } = review;
  const formats = useFormats();
  const names = useLevelNames();
  const change = ({ level, cluster, text }: { level?: Level[]; cluster?: string; text?: string }) => {
    const next = { ...filter, ...(level && { level }), ...(cluster !== undefined && { cluster }) };
    if (text !== undefined) next.text = text;
    if (next.level?.length === 0) delete next.level;
    if (next.cluster === "") delete next.cluster;
    if (next.text === "") delete next.text;
    onFilter(next);
  };
  return (
    <Group gap="sm" align="flex-end">
      <TextInput
        type="search"
        label={words.search}
        placeholder={words.searchHint}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={filter.text ?? ""}
        onChange={({ currentTarget }) => change({ text: currentTarget.value })}
        flex="1 1 220px"
        maw={340}
      />
      {clusters.length > 1 && (
        <NativeSelect
          label={words.cluster}
          value={filter.cluster ?? ""}
          onChange={({ currentTarget }) => change({ cluster: currentTarget.value })}
          data={[
            { value: "", label: words.allClusters },
            ...clusters.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          flex="1 1 180px"
          maw={300}
        />
      )}
      {(hasDecisions || filter.decision) && (
        <NativeSelect
          label={decisions.filter.title}
          value={filter.decision ?? ""}
          onChange={({ currentTarget: { value } }) => {
            const { decision: _, ...rest } = filter;
            onFilter(value === "" ? rest : { ...rest, decision: value as DecisionFilter });
          }}
          data={[
            { value: "", label: decisions.filter.all },
            ...decisionFilters.map((one) => ({ value: one, label: decisions.filter[one] })),
          ]}
          flex="1 1 160px"
          maw={300}
        />
      )}
      {/* Where the columns' names are hidden. */}
      <NativeSelect
        hiddenFrom="sm"
        label={words.sortBy}
        value={filter.sort === "-score" ? filter.sort : readSort(filter.sort ?? defaultSort).key}
        onChange={({ currentTarget }) => onFilter(withSort(filter, currentTarget.value as Sort))}
        data={[
          { value: "score", label: words.worstFirst },
          { value: "-score", label: words.bestFirst },
          ...(hasChanges ? [{ value: "change", label: words.change }] : []),
          { value: "confidence", label: words.leastSureFirst },
          { value: "reference", label: words.reference },
          { value: "name", label: words.name },
          { value: "cluster", label: words.cluster },
          { value: "level", label: words.level },
        ]}
        flex="1 1 180px"
      />
      <Chip.Group multiple value={filter.level ?? []} onChange={(level) => change({ level: level as Level[] })}>
        <Group gap={6} role="group" aria-label={words.levels} pb={4}>
          {levels.map((level) => (
            <Chip key={level} value={level} size="sm" variant="outline">
              {names[level]}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {(toCheck > 0 || filter.needsReview) && (
        <Chip
          size="sm"
          variant="outline"
          pb={4}
          checked={filter.needsReview === true}
          onChange={(isChosen) => onFilter(withNeedsReview(filter, isChosen))}
        >
          {words.toCheck(formats.number(toCheck))}
        </Chip>
      )}
      <Text size="sm" c="dimmed" role="status" pb={6} data-testid="items-shown">
        {words.shown(formats.number(shown), formats.number(all))}
      </Text>
    </Group>
  );
}
