import type { FrequentGap } from "@assay/sdk";
import { Text } from "@mantine/core";
import { IconChecks } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useFormats, useSpoken, useTexts } from "../texts/texts-context.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { AnchorLink } from "../ui/links.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { gapsQuery } from "./dashboard-queries.ts";

interface GapListProps {
  /** The review that a control's requirements link to; without it they are plain text. */
  reviewOf?: (controlId: string) => string | undefined;
  hasCompanies?: boolean;
}

/** The requirements that most often are not met. */
export function GapList({ reviewOf, hasCompanies = false }: GapListProps) {
  const { dashboards, review } = useTexts();
  const { gaps: words } = dashboards;
  const { language } = useSpoken();
  const formats = useFormats();
  const query = useQuery(gapsQuery(language));
  const columns: Column<FrequentGap>[] = [
    {
      key: "requirement",
      title: review.items.name,
      cell: ({ name, externalId, controlId }) => {
        const reviewId = reviewOf?.(controlId);
        return (
          // On its own line where rows are cards.
          <div style={{ flexBasis: "100%" }}>
            {reviewId === undefined ? (
              <Text span size="sm" fw={550}>
                {name}
              </Text>
            ) : (
              <AnchorLink to="/reviews/$id" params={{ id: reviewId }} search={{ text: externalId }} size="sm" fw={550}>
                {name}
              </AnchorLink>
            )}
            <Text size="xs" c="dimmed">
              {externalId}
            </Text>
          </div>
        );
      },
    },
    { key: "control", title: review.review.control, isShort: true, cell: ({ controlCode }) => controlCode },
    {
      key: "open",
      title: words.open,
      isShort: true,
      cell: ({ openCount, judgedCount }) => words.of(formats.number(openCount), formats.number(judgedCount)),
    },
  ];
  if (hasCompanies)
    columns.push({
      key: "companies",
      title: words.companies,
      isShort: true,
      cell: ({ companyCount }) => formats.number(companyCount),
    });
  return (
    <Loaded query={query}>
      {({ gaps }) =>
        gaps.length === 0 ? (
          <EmptyState icon={IconChecks} title={words.empty} text={words.emptyText} />
        ) : (
          <DataTable label={words.title} columns={columns} rows={gaps} rowKey={({ controlItemId }) => controlItemId} />
        )
      }
    </Loaded>
  );
}
