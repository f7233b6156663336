import { Anchor, Group, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { administration } from "../service/administration.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { controlQuery } from "./admin-queries.ts";
import { AffectedDocuments } from "./affected-documents.tsx";
import type { CatalogueChange } from "./catalogue-change.ts";
import { CatalogueCluster, type Cluster } from "./catalogue-cluster.tsx";
import { ExportControl } from "./export-control.tsx";

/** A control with its clusters and items, which the administrator can archive or mark as obsolete. */
export function CatalogueControl({ controlId }: { controlId: string }) {
  const { admin, ui } = useTexts();
  const { catalogue: words } = admin;
  const queryClient = useQueryClient();
  const query = useQuery(controlQuery(controlId));
  const [archiving, setArchiving] = useState<Cluster>();
  const change = useMutation({
    mutationFn: (wanted: CatalogueChange): Promise<unknown> =>
      "clusterId" in wanted
        ? administration.archiveCluster(wanted.clusterId, { isArchived: wanted.isArchived })
        : administration.markControlItemObsolete(wanted.itemId, { isObsolete: wanted.isObsolete }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: controlQuery(controlId).queryKey });
      await queryClient.invalidateQueries({ queryKey: ["admin", "frameworks"] });
    },
  });
  return (
    <Loaded query={query}>
      {(control) => (
        <Stack gap="md">
          <div>
            <Group gap="xs" align="baseline">
              <Title order={2} size="h3">
                {control.name}
              </Title>
              <Text size="sm" c="dimmed">
                {control.code} · {words.items(control.itemCount)}
              </Text>
            </Group>
            <Text size="sm" mt={4}>
              {control.description}
            </Text>
            <Text size="sm" c="dimmed" mt={4}>
              {ui.labelled(words.documentKind, control.documentKind)}
            </Text>
            <Text size="sm" c="dimmed">
              {ui.labelled(words.source, "")}
              <Anchor href={control.source.url} target="_blank" rel="noreferrer noopener" size="sm" underline="always">
                {control.source.title}
              </Anchor>
            </Text>
          </div>
          <ExportControl controlId={controlId} />
          <AffectedDocuments controlId={controlId} />
          {change.isError && archiving === undefined && <ErrorState error={change.error} title={ui.error.action} />}
          {control.clusters.map((cluster) => (
            <CatalogueCluster
              key={cluster.id}
              cluster={cluster}
              isChanging={change.isPending}
              onChange={(wanted) => change.mutate(wanted)}
              onArchive={setArchiving}
            />
          ))}
          {archiving !== undefined && (
            <ConfirmDialog
              title={words.archiveTitle(archiving.name)}
              text={words.archiveText(archiving.name, archiving.items.filter(({ isObsolete }) => !isObsolete).length)}
              confirm={words.archive}
              mutation={change}
              given={{ clusterId: archiving.id, isArchived: true }}
              onClose={() => setArchiving(undefined)}
            />
          )}
        </Stack>
      )}
    </Loaded>
  );
}
