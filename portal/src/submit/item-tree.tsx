import { Box, Button, Checkbox, Group, Stack, Text, TextInput, UnstyledButton } from "@mantine/core";
import { IconChevronRight, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useTexts } from "../texts/texts-context.tsx";
import { type ClusterChoice, itemIdsOf, type Selected, toggled } from "./item-selection.ts";
import styles from "./item-tree.module.css";

interface ItemTreeProps {
  choices: ClusterChoice[];
  selected: Selected;
  onSelect: (selected: Selected) => void;
}

/** A tree of clusters and items with checkboxes. */
export function ItemTree({ choices, selected, onSelect }: ItemTreeProps) {
  const { submit: words } = useTexts().evidence;
  const [sought, setSought] = useState("");
  const all = itemIdsOf(choices);
  const chosen = all.filter((id) => selected.has(id)).length;
  const isSought = (text: string) => text.toLocaleLowerCase().includes(sought.trim().toLocaleLowerCase());
  const shown = choices
    .map(({ cluster, items }) => ({
      cluster,
      items: items.filter(({ name, externalId }) => isSought(`${externalId} ${name} ${cluster.name}`)),
    }))
    .filter(({ items }) => items.length > 0);
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <TextInput
          className={styles["search"]}
          size="xs"
          leftSection={<IconSearch size={14} aria-hidden />}
          aria-label={words.searchItems}
          placeholder={words.searchItems}
          value={sought}
          onChange={({ currentTarget }) => setSought(currentTarget.value)}
        />
        <Button size="xs" variant="default" onClick={() => onSelect(new Set(all))}>
          {words.selectAll}
        </Button>
        <Button size="xs" variant="default" onClick={() => onSelect(new Set())}>
          {words.selectNone}
        </Button>
      </Group>
      <Text size="xs" c="dimmed" aria-live="polite">
        {words.chosenItems(chosen, all.length)}
      </Text>
      <ul className={styles["tree"]}>
        {shown.map((choice) => (
          <Cluster
            key={choice.cluster.id}
            choice={choice}
            selected={selected}
            onSelect={onSelect}
            isOpened={sought.trim() !== ""}
          />
        ))}
      </ul>
      {shown.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.nothingSought}
        </Text>
      )}
    </Stack>
  );
}

interface ClusterProps extends Omit<ItemTreeProps, "choices"> {
  choice: ClusterChoice;
  /** Whether a search match keeps it expanded. */
  isOpened: boolean;
}

function Cluster({ choice: { cluster, items }, selected, onSelect, isOpened }: ClusterProps) {
  const { submit: words } = useTexts().evidence;
  const [isOpenedByHand, setOpenedByHand] = useState(false);
  const isOpen = isOpened || isOpenedByHand;
  const ids = items.map(({ id }) => id);
  const count = ids.filter((id) => selected.has(id)).length;
  return (
    <li>
      <Group gap={6} wrap="nowrap">
        <UnstyledButton
          className={styles["toggle"]}
          aria-expanded={isOpen}
          aria-label={words.showItems(cluster.name)}
          onClick={() => setOpenedByHand(!isOpen)}
        >
          <IconChevronRight size={16} aria-hidden className={isOpen ? styles["turned"] : undefined} />
        </UnstyledButton>
        <Checkbox
          label={cluster.name}
          checked={count === ids.length}
          indeterminate={count > 0 && count < ids.length}
          onChange={({ currentTarget }) => onSelect(toggled(selected, ids, currentTarget.checked))}
        />
        <Text size="xs" c="dimmed" ms="auto">
          {`${count} / ${ids.length}`}
        </Text>
      </Group>
      {isOpen && (
        <Box component="ul" className={styles["items"]}>
          {items.map(({ id, name, externalId }) => (
            <li key={id}>
              <Checkbox
                size="xs"
                label={name}
                description={externalId}
                checked={selected.has(id)}
                onChange={({ currentTarget }) => onSelect(toggled(selected, [id], currentTarget.checked))}
              />
            </li>
          ))}
        </Box>
      )}
    </li>
  );
}
