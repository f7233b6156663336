import type { BusinessEntity } from "@assay/sdk";
import { Stack, Switch, Text, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { administration } from "../service/administration.ts";
import { useList } from "../service/use-list.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { MoreButton } from "../ui/more-button.tsx";

interface Decision {
  id: string;
  isApproved?: boolean;
  isArchived?: boolean;
}

/** Approves and archives a company's business entities. */
export function CompanyEntities({ companyId, companyName }: { companyId: string; companyName: string }) {
  const { admin, ui } = useTexts();
  const { companies: words } = admin;
  const formats = useFormats();
  const queryClient = useQueryClient();
  const queryKey = ["admin", "entities", companyId];
  const query = useList(queryKey, async (page, signal) => {
    const { businessEntities, nextCursor } = await administration.listCompanyEntities(companyId, page, { signal });
    return { entries: businessEntities, nextCursor };
  });
  const [archiving, setArchiving] = useState<Pick<BusinessEntity, "id" | "name">>();
  const decide = useMutation({
    mutationFn: ({ id, ...decision }: Decision) => administration.decideBusinessEntity(id, decision),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey });
      await queryClient.invalidateQueries({ queryKey: ["admin", "companies"] });
    },
  });

  const columns: Column<BusinessEntity>[] = [
    { key: "name", title: words.entityName, cell: ({ name }) => name },
    {
      key: "createdAt",
      title: admin.partner.createdAt,
      isShort: true,
      cell: ({ createdAt }) => formats.date(createdAt),
    },
    {
      key: "approved",
      title: words.approved,
      isShort: true,
      cell: ({ id, name, isApproved }) => (
        <Switch
          aria-label={words.approveEntity(name)}
          checked={isApproved}
          onChange={(event) => decide.mutate({ id, isApproved: event.currentTarget.checked })}
        />
      ),
    },
    {
      key: "archived",
      title: words.archived,
      isShort: true,
      cell: ({ id, name, isArchived }) => (
        <Switch
          aria-label={words.archiveEntity(name)}
          checked={isArchived}
          onChange={() => (isArchived ? decide.mutate({ id, isArchived: false }) : setArchiving({ id, name }))}
        />
      ),
    },
  ];
  return (
    <Stack gap="sm">
      <div>
        <Title order={2} size="h4">
          {words.entitiesTitle}
        </Title>
        <Text size="sm" c="dimmed">
          {words.archiveHint}
        </Text>
      </div>
      {decide.isError && archiving === undefined && <ErrorState error={decide.error} title={ui.error.action} />}
      <Loaded query={query}>
        {(entities) => (
          <DataTable label={words.entitiesTitle} columns={columns} rows={entities} rowKey={({ id }) => id} />
        )}
      </Loaded>
      <MoreButton {...query} />
      {archiving !== undefined && (
        <ConfirmDialog
          title={words.archiveEntityTitle(archiving.name)}
          text={words.archiveEntityText(archiving.name, companyName)}
          confirm={admin.catalogue.archive}
          mutation={decide}
          given={{ id: archiving.id, isArchived: true }}
          onClose={() => setArchiving(undefined)}
        />
      )}
    </Stack>
  );
}
