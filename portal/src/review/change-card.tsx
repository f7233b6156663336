import type { ComplianceReviewDetails } from "@assay/sdk";
import { Badge, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import type { ItemRow } from "../items/item-row.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { AnchorLink } from "../ui/links.tsx";
import { levelColours } from "./level-mark.tsx";

type Change = NonNullable<ComplianceReviewDetails["rollUp"]["change"]>;

interface ChangeCardProps {
  change: Change;
  rows: ItemRow[];
  /** Returns a document's display name. */
  nameOf: (documentId: string) => string;
  reviewId: string;
}

const firstShown = 3;
const step = 50;

/** Changes between two versions of a document. */
export function ChangeCard({ change, rows, nameOf, reviewId }: ChangeCardProps) {
  const { change: words } = useTexts().review;
  const formats = useFormats();
  const [limit, setLimit] = useState(firstShown);
  const byItem = new Map(rows.map((row) => [row.controlItemId, row]));
  const sorted = change.items.toSorted((a, b) => Math.abs(b.scoreChange) - Math.abs(a.scoreChange));
  const left = sorted.length - limit;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="change-title">
      <Title order={2} size="h5" id="change-title">
        {words.title}
      </Title>
      <Text size="sm" c="dimmed" mb="xs" style={{ overflowWrap: "anywhere" }}>
        {words.between(nameOf(change.documentId), nameOf(change.previousDocumentId))}
      </Text>
      <Group gap={6} mb="sm">
        <Badge variant="default" tt="none">
          <span style={{ color: levelColours.compliant }}>▲ {words.improved(formats.number(change.improved))}</span>
        </Badge>
        <Badge variant="default" tt="none">
          <span style={{ color: levelColours.non_compliant }}>▼ {words.worsened(formats.number(change.worsened))}</span>
        </Badge>
        <Badge variant="default" tt="none">
          {words.unchanged(formats.number(change.unchanged))}
        </Badge>
      </Group>
      {sorted.length === 0 && <Text size="sm">{words.nothing}</Text>}
      <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
        {sorted.slice(0, limit).map((item) => (
          <li key={item.controlItemId}>
            <ChangedItem item={item} row={byItem.get(item.controlItemId)} reviewId={reviewId} />
          </li>
        ))}
      </Stack>
      {left > 0 && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setLimit(limit + step)}>
          {words.more(formats.number(Math.min(left, step)))}
        </Button>
      )}
    </Paper>
  );
}

interface ChangedItemProps {
  item: Change["items"][number];
  row: ItemRow | undefined;
  reviewId: string;
}

function ChangedItem({ item, row, reviewId }: ChangedItemProps) {
  const { review, ui } = useTexts();
  const { change: words } = review;
  const formats = useFormats();
  const { score, previousScore, scoreChange, newGaps, closedGaps } = item;
  const colour = levelColours[scoreChange > 0 ? "compliant" : scoreChange < 0 ? "non_compliant" : "notJudged"];
  return (
    <>
      <Group justify="space-between" wrap="nowrap" gap="sm" align="baseline">
        <Text size="sm" fw={550} style={{ overflowWrap: "anywhere" }} component="div">
          {row !== undefined && row.documentId !== null && row.complianceItemId !== null ? (
            <AnchorLink
              to="/documents/$id/items/$itemId"
              params={{ id: row.documentId, itemId: row.complianceItemId }}
              search={{ review: reviewId }}
              inherit
            >
              {row.name}
            </AnchorLink>
          ) : (
            (row?.name ?? item.controlItemId)
          )}
        </Text>
        <Text size="sm" fw={650} style={{ color: colour, whiteSpace: "nowrap" }}>
          {words.fromTo(formats.score(previousScore), formats.score(score))}
        </Text>
      </Group>
      {[
        ...newGaps.map((gap) => ({ kind: words.newGap, gap })),
        ...closedGaps.map((gap) => ({ kind: words.closedGap, gap })),
      ].map(({ kind, gap }) => (
        <Text key={`${kind} ${gap}`} size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {ui.labelled(kind, gap)}
        </Text>
      ))}
    </>
  );
}
