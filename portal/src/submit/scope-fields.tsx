import { Radio, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useSpoken } from "../texts/texts-context.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { choicesQuery } from "./catalogue-queries.ts";
import type { Selected } from "./item-selection.ts";
import { ItemTree } from "./item-tree.tsx";

interface ScopeFieldsProps {
  /** Absent until a control or review is chosen. */
  controlId: string | undefined;
  /** Undefined: everything. */
  selected: Selected | undefined;
  onSelect: (selected: Selected | undefined) => void;
}

/** All requirements of the control, or selected clusters and items. */
export function ScopeFields({ controlId, selected, onSelect }: ScopeFieldsProps) {
  const { texts, language } = useSpoken();
  const { submit: words } = texts.evidence;
  const query = useQuery({ ...choicesQuery(controlId ?? "", language), enabled: controlId !== undefined });
  if (controlId === undefined)
    return (
      <Text size="sm" c="dimmed">
        {words.scopeLater}
      </Text>
    );
  return (
    <Stack gap="sm">
      <Radio.Group
        aria-label={words.scope}
        value={selected === undefined ? "all" : "some"}
        onChange={(value) => onSelect(value === "all" ? undefined : new Set())}
      >
        <Stack gap={6}>
          <Radio value="all" label={words.scopeAll} />
          <Radio value="some" label={words.scopeSome} />
        </Stack>
      </Radio.Group>
      {selected !== undefined && (
        <Loaded query={query}>
          {(choices) => <ItemTree choices={choices} selected={selected} onSelect={onSelect} />}
        </Loaded>
      )}
    </Stack>
  );
}
