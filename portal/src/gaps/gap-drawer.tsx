import type { Gap } from "@assay/sdk";
import { Anchor, Button, Drawer, Group, Stack, Text } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useCanDecide } from "../decisions/use-can-decide.ts";
import { useFormats, useSpoken, useTexts } from "../texts/texts-context.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { AnchorLink } from "../ui/links.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { notify } from "../ui/notify.ts";
import { SeverityBadge, StatusBadge } from "./gap-badges.tsx";
import { GapEntries } from "./gap-entries.tsx";
import { GapFields, given } from "./gap-fields.tsx";
import { type GapChanges, gapQuery, useChangeGaps } from "./gap-queries.ts";

/** One gap beside the list: what it is, who takes care of it, and its history. */
export function GapDrawer({ gapId, onClose }: { gapId: string | undefined; onClose: () => void }) {
  const { gaps: words, ui } = useTexts();
  return (
    <Drawer
      opened={gapId !== undefined}
      onClose={onClose}
      position="right"
      size="min(100vw, 560px)"
      title={words.gap}
      closeButtonProps={{ "aria-label": ui.close }}
    >
      {gapId !== undefined && <Content key={gapId} gapId={gapId} />}
    </Drawer>
  );
}

function Content({ gapId }: { gapId: string }) {
  const { language } = useSpoken();
  const query = useQuery(gapQuery(gapId, language));
  return <Loaded query={query}>{(gap) => <GapDetails gap={gap} />}</Loaded>;
}

function GapDetails({ gap }: { gap: Gap }) {
  const { gaps: words } = useTexts();
  const formats = useFormats();
  const canWork = useCanDecide();
  const { documentId, itemId, closedReason, closedBy, closedAt } = gap;
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <Group gap="xs">
          <SeverityBadge severity={gap.severity} />
          <StatusBadge status={gap.status} />
        </Group>
        <Text fw={600}>{gap.statement}</Text>
        <Text size="sm" c="dimmed">
          {gap.controlCode} {gap.controlItemExternalId} · {gap.controlItemName}
        </Text>
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {[gap.fileName, gap.subject, gap.reviewName, gap.businessEntityName]
            .filter((one) => one !== null)
            .join(" · ")}
        </Text>
        {closedReason !== null && (
          <Text size="sm" data-testid="closed">
            {words.closedReasons[closedReason]}
            {closedBy !== null && `: ${closedBy.fileName}`}
            {closedAt !== null && ` · ${formats.date(closedAt)}`}
          </Text>
        )}
        <Group gap="md">
          <AnchorLink to="/documents/$id/items/$itemId" params={{ id: documentId, itemId }} size="sm">
            {words.openFinding}
          </AnchorLink>
          {gap.issueLink !== null && (
            <Anchor href={gap.issueLink} target="_blank" rel="noreferrer" size="sm">
              <Group gap={4} component="span" wrap="nowrap">
                {words.openIssue}
                <IconExternalLink size={14} aria-hidden />
              </Group>
            </Anchor>
          )}
        </Group>
      </Stack>
      {canWork ? <GapForm gap={gap} /> : <Owner gap={gap} />}
      <GapEntries gapId={gap.gapId} canComment={canWork} />
    </Stack>
  );
}

function Owner({ gap: { owner, dueOn } }: { gap: Gap }) {
  const { gaps: words } = useTexts();
  const formats = useFormats();
  return (
    <Text size="sm">
      {words.owner}: {owner?.name ?? words.nobody} · {words.dueOn}:{" "}
      {dueOn === null ? words.noDate : formats.date(dueOn)}
    </Text>
  );
}

function GapForm({ gap }: { gap: Gap }) {
  const { gaps: words, ui } = useTexts();
  const [changes, setChanges] = useState<GapChanges>({});
  const saving = useChangeGaps([gap.gapId]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate(given(changes), {
      onSuccess: () => {
        setChanges({});
        notify(ui.saved);
      },
    });
  };
  return (
    <form onSubmit={submit} noValidate aria-label={words.work}>
      <Stack gap="sm">
        <GapFields gap={gap} changes={changes} onChange={setChanges} />
        {saving.isError && <ErrorState error={saving.error} title={ui.error.action} />}
        <Group justify="flex-end">
          <Button type="submit" size="sm" loading={saving.isPending} disabled={Object.keys(changes).length === 0}>
            {ui.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
