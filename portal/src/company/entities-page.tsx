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

/** The parts of the company that are reviewed. */
export function EntitiesPage() {
  const { entities: words } = useTexts().company;
  const query = useQuery(entitiesQuery);
  const [edited, setEdited] = useState<BusinessEntity | "new">();
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
            <EntityTable entities={businessEntities} onEdit={setEdited} />
          )
        }
      </Loaded>
      {edited !== undefined && (
        <EntityDialog entity={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </Page>
  );
}

function EntityTable({ entities, onEdit }: { entities: BusinessEntity[]; onEdit: (entity: BusinessEntity) => void }) {
  const { entities: words } = useTexts().company;
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
        <ActionIcon variant="default" aria-label={words.rename(entity.name)} onClick={() => onEdit(entity)}>
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      ),
    },
  ];
  return <DataTable label={words.title} columns={columns} rows={entities} rowKey={({ id }) => id} />;
}
