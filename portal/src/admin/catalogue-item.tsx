import type { Answer } from "@assay/sdk";
import { Button, Group, List, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTexts } from "../texts/texts-context.tsx";
import { StateBadge } from "../ui/state-badge.tsx";
import type { CatalogueChange } from "./catalogue-change.ts";

type Item = Answer<"describeControl">["clusters"][number]["items"][number];

interface CatalogueItemProps {
  item: Item;
  isChanging: boolean;
  onChange: (change: CatalogueChange) => void;
}

/** A requirement with its criteria, risks and recommendation. */
export function CatalogueItem({ item, isChanging, onChange }: CatalogueItemProps) {
  const { admin, ui } = useTexts();
  const { catalogue: words } = admin;
  const { id, name, isObsolete, criteria, risks, compensatingControls, recommendation } = item;
  return (
    <Stack gap="sm">
      <Text size="sm">{item.objective}</Text>
      <Part title={words.criteria}>
        <Stack gap={8}>
          {criteria.map(({ key, statement, level, weight }) => (
            <Group key={key} gap="xs" wrap="nowrap" align="flex-start">
              <StateBadge color={level === "must" ? "petrol" : "gray"}>
                {level === "must" ? words.must : words.should}
              </StateBadge>
              <Text size="sm">
                {statement}{" "}
                <Text span size="xs" c="dimmed">
                  {words.weight(weight)}
                </Text>
              </Text>
            </Group>
          ))}
        </Stack>
      </Part>
      <Lines title={words.risks} lines={risks} />
      <Lines title={words.compensating} lines={compensatingControls} />
      <Part title={words.recommendation}>
        <Text size="sm">{recommendation.action}</Text>
        <Text size="sm" c="dimmed" fs="italic" mt={4}>
          {recommendation.text}
        </Text>
      </Part>
      <Group>
        <Button
          size="compact-sm"
          variant="default"
          disabled={isChanging}
          aria-label={ui.labelled(isObsolete ? words.unmarkObsolete : words.markObsolete, name)}
          onClick={() => onChange({ itemId: id, isObsolete: !isObsolete })}
        >
          {isObsolete ? words.unmarkObsolete : words.markObsolete}
        </Button>
      </Group>
    </Stack>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Text size="xs" fw={600} c="dimmed" mb={4}>
        {title}
      </Text>
      {children}
    </div>
  );
}

function Lines({ title, lines }: { title: string; lines: string[] }) {
  if (lines.length === 0) return null;
  return (
    <Part title={title}>
      <List size="sm" spacing={2}>
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </Part>
  );
}
