import type { BusinessEntity } from "@assay/sdk";
import { ActionIcon, Button, Group, Text } from "@mantine/core";
import { IconBuildingCommunity, IconPencil, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { entitiesQuery } from "../service/entities-query.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { StateBadge } from "../ui/state-badge.tsx";
import { EntityDialog } from "./entity-dialog.tsx";
import { EntityFacts } from "./entity-facts.tsx";

/** The parts of the company that are reviewed. */
export function EntitiesPage() {
  const { entities: words } = useTexts().company;
  const query = useQuery(entitiesQuery);
  const [edited, setEdited] = useState<BusinessEntity | "new">();
  const [described, setDescribed] = useState<BusinessEntity>();
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited("new")}>
      {words.add}
    </Button>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={add}>
      <Loaded query={query}>
        {({ businessEntities }) =>
          businessEntities.length === 0 ? (
            <EmptyState icon={IconBuildingCommunity} title={words.empty} text={words.emptyText} action={add} />
          ) : (
            <EntityTable entities={businessEntities} onEdit={setEdited} onDescribe={setDescribed} />
          )
        }
      </Loaded>
      {edited !== undefined && (
        <EntityDialog entity={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      {described !== undefined && <EntityFacts entity={described} onClose={() => setDescribed(undefined)} />}
    </Page>
  );
}

interface EntityTableProps {
  entities: BusinessEntity[];
  onEdit: (entity: BusinessEntity) => void;
  onDescribe: (entity: BusinessEntity) => void;
}

function EntityTable({ entities, onEdit, onDescribe }: EntityTableProps) {
  const { company, ui } = useTexts();
  const { entities: words } = company;
  const formats = useFormats();
  const columns: Column<BusinessEntity>[] = [
    {
      key: "name",
      title: words.name,
      cell: ({ name, description }) => (
        <>
          <Text size="sm" fw={550} style={{ overflowWrap: "anywhere" }}>
            {name}
          </Text>
          {description !== null && (
            <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
              {description}
            </Text>
          )}
        </>
      ),
    },
    {
      key: "state",
      title: words.state,
      cell: ({ isApproved, isArchived }) => (
        <Group gap={4}>
          <StateBadge color={isApproved ? "green" : "gray"}>
            {isApproved ? words.approved : words.unapproved}
          </StateBadge>
          {isArchived && <StateBadge color="yellow">{words.archived}</StateBadge>}
        </Group>
      ),
    },
    { key: "created", title: words.created, cell: ({ createdAt }) => formats.date(createdAt) },
    {
      key: "actions",
      title: words.actions,
      isTitleHidden: true,
      isAtEnd: true,
      cell: (entity) => (
        <Group gap="xs" wrap="nowrap" justify="flex-end">
          <Button
            size="compact-sm"
            variant="default"
            aria-label={ui.labelled(words.facts, entity.name)}
            onClick={() => onDescribe(entity)}
          >
            {words.facts}
          </Button>
          <ActionIcon variant="default" aria-label={words.rename(entity.name)} onClick={() => onEdit(entity)}>
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ),
    },
  ];
  return <DataTable label={words.title} columns={columns} rows={entities} rowKey={({ id }) => id} />;
}
