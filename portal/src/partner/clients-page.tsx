import type { CompanySummary } from "@assay/sdk";
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconBuilding, IconSearch, IconUserPlus, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { assay, assayInBackground } from "../service/assay.ts";
import { sessionQuery } from "../service/session-query.ts";
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
import { ClientActions } from "./client-actions.tsx";

/** Names are at most this long. */
const longestSearch = 200;

/** A partner's companies and how their reviews stand. */
export function ClientsPage() {
  const { partner, ui } = useTexts();
  const { data: session } = useQuery(sessionQuery);
  const { clients: words } = partner;
  const formats = useFormats();
  const { name, control } = useSearch({ from: "/shell/clients" });
  const navigate = useNavigate({ from: "/clients" });
  const [typed, setTyped] = useState(name ?? "");
  const search = useDebouncedCallback((text: string) => {
    void navigate({ search: ({ name: _, ...rest }) => (text === "" ? rest : { ...rest, name: text }), replace: true });
  }, 250);
  useEffect(() => {
    // The navigation opens the page without a search.
    if (name === undefined) setTyped("");
  }, [name]);
  const query = useList(["partner", "companySummaries", name], async (page, signal) => {
    const { companies, nextCursor } = await assay.listCompanySummaries({ ...page, name }, { signal });
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
    { key: "reviews", title: words.reviews, cell: (company) => <Reviews company={company} control={control} /> },
    { key: "onboardedAt", title: words.onboardedAt, isShort: true, cell: ({ createdAt }) => formats.date(createdAt) },
    ...(session?.person == null
      ? []
      : [
          {
            key: "actions",
            title: ui.actions,
            isTitleHidden: true,
            isAtEnd: true,
            cell: (company: CompanySummary) => <ClientActions company={company} />,
          },
        ]),
  ];
  const onboard = (
    <ButtonLink to="/onboard" leftSection={<IconUserPlus size={16} aria-hidden />}>
      {partner.onboard.title}
    </ButtonLink>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={onboard}>
      <Group gap="sm">
        <TextInput
          aria-label={words.search}
          placeholder={words.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          maxLength={longestSearch}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            search(value.trim());
          }}
          w={{ base: "100%", xs: 260 }}
        />
        {control !== undefined && (
          <Button
            size="xs"
            variant="light"
            rightSection={<IconX size={14} aria-hidden />}
            aria-label={`${words.onlyControl(control)}. ${words.everyControl}`}
            onClick={() => void navigate({ search: ({ control: _, ...rest }) => rest })}
          >
            {words.onlyControl(control)}
          </Button>
        )}
      </Group>
      <Loaded query={query}>
        {(companies) =>
          companies.length === 0 ? (
            <EmptyState
              icon={IconBuilding}
              title={name === undefined ? words.empty : words.nothingFound}
              text={name === undefined ? words.emptyText : words.nothingFoundText}
            />
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

interface ReviewsProps {
  company: CompanySummary;
  /** The code of the only control to show. */
  control: string | undefined;
}

function Reviews({ company: { reviews, reviewCount }, control }: ReviewsProps) {
  const { clients: words } = useTexts().partner;
  if (reviewCount === 0)
    return (
      <Text span size="sm" c="dimmed">
        {words.noReviews}
      </Text>
    );
  const shown = reviews.filter(({ controlCode }) => control === undefined || controlCode === control);
  return (
    <Stack gap={6}>
      {shown.map(({ id, name, controlCode, score, complianceLevel, documentCounts: counts }) => {
        const inWork = counts.queued + counts.processing;
        return (
          <Group key={id} gap="xs">
            <LevelBadge level={complianceLevel} score={score} />
            <Text size="sm">{name}</Text>
            <Text size="xs" c="dimmed">
              {controlCode}
            </Text>
            {inWork > 0 && <StateBadge color="blue">{words.inWork(inWork)}</StateBadge>}
            {counts.failed > 0 && <StateBadge color="red">{words.failed(counts.failed)}</StateBadge>}
          </Group>
        );
      })}
      {reviewCount > shown.length && (
        <Text size="xs" c="dimmed">
          {words.moreReviews(reviewCount - shown.length)}
        </Text>
      )}
    </Stack>
  );
}
