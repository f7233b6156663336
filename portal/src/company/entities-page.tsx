import type { BusinessEntity } from "@assay/sdk";
import { ActionIcon, Badge, Button, Group, Table, Text } from "@mantine/core";
import { IconBuildingCommunity, IconPencil, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { entitiesQuery } from "../service/entities-query.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
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
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table verticalSpacing="sm" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.name}</Table.Th>
            <Table.Th>{words.state}</Table.Th>
            <Table.Th>{words.created}</Table.Th>
            <Table.Th>
              <Text component="span" inherit visibleFrom="xs">
                {words.actions}
              </Text>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entities.map((entity) => (
            <Table.Tr key={entity.id}>
              <Table.Td style={{ overflowWrap: "anywhere" }}>
                <Text size="sm" fw={550}>
                  {entity.name}
                </Text>
                {entity.description !== null && (
                  <Text size="xs" c="dimmed">
                    {entity.description}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <Group gap={4}>
                  <Badge variant="light" color={entity.isApproved ? "teal" : "gray"} tt="none" autoContrast>
                    {entity.isApproved ? words.approved : words.unapproved}
                  </Badge>
                  {entity.isArchived && (
                    <Badge variant="light" color="yellow" tt="none" autoContrast>
                      {words.archived}
                    </Badge>
                  )}
                </Group>
              </Table.Td>
              <Table.Td style={{ whiteSpace: "nowrap" }}>{formats.date(entity.createdAt)}</Table.Td>
              <Table.Td>
                <ActionIcon variant="default" aria-label={words.rename(entity.name)} onClick={() => onEdit(entity)}>
                  <IconPencil size={16} aria-hidden />
                </ActionIcon>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
