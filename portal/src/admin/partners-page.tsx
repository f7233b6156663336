import type { Partner } from "@assay/sdk";
import { Badge, Button, Group, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPlus, IconSearch, IconUsersGroup } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { administration } from "../service/administration.ts";
import { useList } from "../service/use-list.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { AnchorLink } from "../ui/links.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { Page } from "../ui/page.tsx";

/** Not part of the first load. */
const CreatePartner = lazy(() => import("./create-partner.tsx").then((module) => ({ default: module.CreatePartner })));

const longestName = 200;

export function PartnersPage() {
  const { partners: words } = useTexts().admin;
  const formats = useFormats();
  /** Undefined before the dialog was opened. It stays after it was closed, because it shows the new key then. */
  const [isCreating, setIsCreating] = useState<boolean>();
  const [typed, setTyped] = useState("");
  const [name] = useDebouncedValue(typed.trim() === "" ? undefined : typed.trim(), 250);
  const query = useList(["admin", "partners", { name }], async (page, signal) => {
    const { partners, nextCursor } = await administration.listPartners({ ...page, name }, { signal });
    return { entries: partners, nextCursor };
  });
  const columns: Column<Partner>[] = [
    {
      key: "name",
      title: words.name,
      cell: ({ partnerId, name, suspendedAt }) => (
        <Group gap="xs">
          <AnchorLink to="/partners/$id" params={{ id: partnerId }} fw={600} size="sm">
            {name}
          </AnchorLink>
          {suspendedAt !== null && (
            <Badge color="orange" variant="light">
              {words.suspended}
            </Badge>
          )}
        </Group>
      ),
    },
    {
      key: "frameworks",
      title: words.frameworks,
      cell: ({ frameworkIds }) =>
        frameworkIds === null ? words.everyFramework : words.someFrameworks(frameworkIds.length),
    },
    { key: "createdAt", title: words.createdAt, isShort: true, cell: ({ createdAt }) => formats.date(createdAt) },
  ];
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsCreating(true)}>
      {words.create}
    </Button>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <TextInput
        aria-label={words.search}
        placeholder={words.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        maxLength={longestName}
        onChange={(event) => setTyped(event.currentTarget.value)}
        w={{ base: "100%", xs: 260 }}
      />
      <Loaded query={query}>
        {(partners) =>
          partners.length === 0 ? (
            <EmptyState
              icon={IconUsersGroup}
              title={name === undefined ? words.empty : words.nothingFound}
              text={name === undefined ? words.emptyText : words.nothingFoundText}
            />
          ) : (
            <DataTable label={words.title} columns={columns} rows={partners} rowKey={({ partnerId }) => partnerId} />
          )
        }
      </Loaded>
      <MoreButton {...query} />
      {isCreating !== undefined && (
        <Suspense>
          <CreatePartner isOpen={isCreating} onClose={() => setIsCreating(false)} />
        </Suspense>
      )}
    </Page>
  );
}
