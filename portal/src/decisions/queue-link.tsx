import { IconListCheck } from "@tabler/icons-react";
import { sortRows } from "../items/item-order.ts";
import type { ItemRow } from "../items/item-row.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { useCanDecide } from "./use-can-decide.ts";

interface QueueLinkProps {
  rows: ItemRow[];
  reviewId: string | undefined;
}

/** Leads to the first of what needs review that nobody has decided about, least sure first. */
export function QueueLink({ rows, reviewId }: QueueLinkProps) {
  const { queue: words } = useTexts().decisions;
  const { locale } = useFormats();
  const canDecide = useCanDecide();
  const queue = sortRows(
    rows.filter(({ needsReview, complianceItemId }) => needsReview && complianceItemId !== null),
    "confidence",
    locale,
  );
  const first = queue.find(({ decided }) => !decided?.isOfItem) ?? queue[0];
  if (!canDecide || first === undefined || first.documentId === null || first.complianceItemId === null) return null;
  return (
    <ButtonLink
      to="/documents/$id/items/$itemId"
      params={{ id: first.documentId, itemId: first.complianceItemId }}
      search={{
        needsReview: true,
        sort: "confidence",
        queue: true,
        ...(reviewId !== undefined && { review: reviewId }),
      }}
      size="xs"
      variant="light"
      leftSection={<IconListCheck size={15} aria-hidden />}
    >
      {words.start}
    </ButtonLink>
  );
}
