import type { Dashboard } from "@assay/sdk";
import { Group, Text } from "@mantine/core";
import { IconCalendarCheck } from "@tabler/icons-react";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { AnchorLink, ButtonLink } from "../ui/links.tsx";
import { StateBadge } from "../ui/state-badge.tsx";

type Due = Dashboard["due"][number];

/** Documents that expire or are to be reviewed soon, and those whose date has passed. */
export function DueTable({ due }: { due: Due[] }) {
  const { dashboards, review } = useTexts();
  const { due: words } = dashboards;
  const formats = useFormats();
  if (due.length === 0)
    return (
      <EmptyState
        icon={IconCalendarCheck}
        title={words.empty}
        text={words.emptyText}
        action={
          <ButtonLink to="/documents" variant="default">
            {words.toDocuments}
          </ButtonLink>
        }
      />
    );
  const columns: Column<Due>[] = [
    {
      key: "document",
      title: review.documents.file,
      cell: ({ documentId, fileName, subject }) => (
        // On its own line where rows are cards.
        <div style={{ flexBasis: "100%" }}>
          <AnchorLink to="/documents/$id" params={{ id: documentId }} size="sm" fw={550}>
            {fileName}
          </AnchorLink>
          {subject !== null && (
            <Text size="xs" c="dimmed">
              {subject}
            </Text>
          )}
        </div>
      ),
    },
    { key: "control", title: review.review.control, isShort: true, cell: ({ controlCode }) => controlCode },
    {
      key: "reason",
      title: words.reason,
      cell: ({ reason, isPast }) => words.reasons[isPast ? "past" : "soon"][reason],
    },
    {
      key: "date",
      title: words.date,
      isShort: true,
      cell: ({ date, isPast }) => (
        <Group gap="xs" wrap="nowrap">
          {formats.date(date)}
          {isPast && <StateBadge color="red">{words.past}</StateBadge>}
        </Group>
      ),
    },
  ];
  return (
    <DataTable
      label={words.title}
      columns={columns}
      rows={due}
      rowKey={({ documentId, reason }) => `${documentId} ${reason}`}
    />
  );
}
