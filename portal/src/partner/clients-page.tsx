import type { CompanySummary } from "@assay/sdk";
import { Group, Stack, Text } from "@mantine/core";
import { IconBuilding, IconUserPlus } from "@tabler/icons-react";
import { assay, assayInBackground } from "../service/assay.ts";
import { useList } from "../service/use-list.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { LevelBadge } from "../ui/level-badge.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { Page } from "../ui/page.tsx";
import { StateBadge } from "../ui/state-badge.tsx";
import { UnfinishedDocuments } from "../ui/unfinished-documents.tsx";

/** A partner's companies and how their reviews stand. */
export function ClientsPage() {
  const { partner } = useTexts();
  const { clients: words } = partner;
  const formats = useFormats();
  const query = useList(["partner", "companySummaries"], async (page, signal) => {
    const { companies, nextCursor } = await assay.listCompanySummaries(page, { signal });
    return { entries: companies, nextCursor };
  });
  const columns: Column<CompanySummary>[] = [
    {
      key: "company",
      title: words.company,
      cell: ({ name }) => (
        <Text size="sm" fw={600}>
          {name}
        </Text>
      ),
    },
    {
      key: "place",
      title: words.place,
      cell: ({ city, country }) => [city, country].filter(Boolean).join(", ") || "–",
    },
    { key: "reviews", title: words.reviews, cell: (company) => <Reviews company={company} /> },
    { key: "onboardedAt", title: words.onboardedAt, isShort: true, cell: ({ createdAt }) => formats.date(createdAt) },
  ];
  const onboard = (
    <ButtonLink to="/onboard" leftSection={<IconUserPlus size={16} aria-hidden />}>
      {partner.onboard.title}
    </ButtonLink>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={onboard}>
      <Loaded query={query}>
        {(companies) =>
          companies.length === 0 ? (
            <EmptyState icon={IconBuilding} title={words.empty} text={words.emptyText} />
          ) : (
            <DataTable label={words.title} columns={columns} rows={companies} rowKey={({ companyId }) => companyId} />
          )
        }
      </Loaded>
      <MoreButton {...query} />
      {query.data !== undefined && query.data.length > 0 && (
        <UnfinishedDocuments
          queryKey={["partner", "unfinished-documents"]}
          list={(page, { signal, isRefresh }) =>
            (isRefresh ? assayInBackground : assay).listUnfinishedDocuments(page, { signal })
          }
          cancel={(documentId) => assay.cancelDocument(documentId)}
        />
      )}
    </Page>
  );
}

function Reviews({ company: { reviews, reviewCount } }: { company: CompanySummary }) {
  const { clients: words } = useTexts().partner;
  if (reviewCount === 0)
    return (
      <Text span size="sm" c="dimmed">
        {words.noReviews}
      </Text>
    );
  return (
    <Stack gap={6}>
      {reviews.map(({ id, name, score, complianceLevel, documentCounts: counts }) => {
        const inWork = counts.queued + counts.processing;
        return (
          <Group key={id} gap="xs">
            <LevelBadge level={complianceLevel} score={score} />
            <Text size="sm">{name}</Text>
            {inWork > 0 && <StateBadge color="blue">{words.inWork(inWork)}</StateBadge>}
            {counts.failed > 0 && <StateBadge color="red">{words.failed(counts.failed)}</StateBadge>}
          </Group>
        );
      })}
      {reviewCount > reviews.length && (
        <Text size="xs" c="dimmed">
          {words.moreReviews(reviewCount - reviews.length)}
        </Text>
      )}
    </Stack>
  );
}
