import type { Answer } from "@assay/sdk";
import { Accordion, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useTexts } from "../texts/texts-context.tsx";
import { StateBadge } from "../ui/state-badge.tsx";
import type { CatalogueChange } from "./catalogue-change.ts";
import { CatalogueItem } from "./catalogue-item.tsx";

export type Cluster = Answer<"describeControl">["clusters"][number];

interface CatalogueClusterProps {
  cluster: Cluster;
  isChanging: boolean;
  onChange: (change: CatalogueChange) => void;
  /** Archiving is confirmed first. */
  onArchive: (cluster: Cluster) => void;
}

export function CatalogueCluster({ cluster, isChanging, onChange, onArchive }: CatalogueClusterProps) {
  const { admin, ui } = useTexts();
  const { catalogue: words } = admin;
  const { id, name, isArchived, items } = cluster;
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Title order={3} size="h5">
              {name}
            </Title>
            <Text size="xs" c="dimmed">
              {cluster.code}
            </Text>
            {isArchived && <StateBadge color="gray">{words.archived}</StateBadge>}
          </Group>
          <Button
            size="compact-sm"
            variant="default"
            disabled={isChanging}
            aria-label={ui.labelled(isArchived ? words.unarchive : words.archive, name)}
            onClick={() => (isArchived ? onChange({ clusterId: id, isArchived: false }) : onArchive(cluster))}
          >
            {isArchived ? words.unarchive : words.archive}
          </Button>
        </Group>
        <Accordion multiple variant="default" order={4} chevronPosition="left">
          {items.map((item) => (
            <Accordion.Item key={item.id} value={item.id}>
              <Accordion.Control>
                <Group gap="xs" wrap="nowrap" align="baseline">
                  <Text size="xs" c="dimmed" miw={70}>
                    {item.externalId}
                  </Text>
                  <Text size="sm" fw={500}>
                    {item.name}
                  </Text>
                  {item.isObsolete && <StateBadge color="gray">{words.obsolete}</StateBadge>}
                </Group>
              </Accordion.Control>
              <Accordion.Panel>
                <CatalogueItem item={item} isChanging={isChanging} onChange={onChange} />
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      </Stack>
    </Paper>
  );
}
