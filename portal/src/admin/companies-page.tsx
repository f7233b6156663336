import type { CompanyOverview } from "@assay/sdk";
import { Group, Select, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconBuilding, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { administration } from "../service/administration.ts";
import { useList } from "../service/use-list.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { AnchorLink } from "../ui/links.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { Page } from "../ui/page.tsx";
import { StateBadge } from "../ui/state-badge.tsx";
import { everyPartnerQuery } from "./admin-queries.ts";
import { CompanyDrawer } from "./company-drawer.tsx";

export function CompaniesPage() {
  const { companies: words } = useTexts().admin;
  const formats = useFormats();
  const { partner, company } = useSearch({ from: "/shell/companies" });
  const navigate = useNavigate({ from: "/companies" });
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), 250);
  const partners = useQuery(everyPartnerQuery);
  const filter = { partnerId: partner, search: search === "" ? undefined : search };
  const query = useList(["admin", "companies", filter], async (page, signal) => {
    const { companies, nextCursor } = await administration.listEveryCompany({ ...page, ...filter }, { signal });
    return { entries: companies, nextCursor };
  });
  const isNarrowed = partner !== undefined || search !== "";

  const columns: Column<CompanyOverview>[] = [
    {
      key: "name",
      title: words.name,
      cell: ({ id, name, legalName }) => (
        <div>
          <AnchorLink
            to="/companies"
            search={{ ...(partner !== undefined && { partner }), company: id }}
            fw={600}
            size="sm"
          >
            {name}
          </AnchorLink>
          {legalName !== name && (
            <Text size="xs" c="dimmed">
              {legalName}
            </Text>
          )}
        </div>
      ),
    },
    { key: "partner", title: words.partner, cell: ({ partnerName }) => partnerName },
    {
      key: "place",
      title: words.place,
      cell: ({ city, country }) => [city, country].filter(Boolean).join(", ") || "–",
    },
    {
      key: "entities",
      title: words.entities,
      cell: ({ entityCount, unapprovedCount }) => (
        <Group gap="xs">
          {formats.number(entityCount)}
          {unapprovedCount > 0 && <StateBadge color="yellow">{words.waiting(unapprovedCount)}</StateBadge>}
        </Group>
      ),
    },
    { key: "createdAt", title: words.createdAt, isShort: true, cell: ({ createdAt }) => formats.date(createdAt) },
  ];

  return (
    <Page title={words.title} lead={words.lead}>
      <Group gap="sm">
        <TextInput
          aria-label={words.search}
          placeholder={words.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          w={{ base: "100%", xs: 260 }}
        />
        <Select
          aria-label={words.partner}
          placeholder={words.allPartners}
          data={(partners.data ?? []).map(({ partnerId, name }) => ({ value: partnerId, label: name }))}
          value={partner ?? null}
          onChange={(chosen) => void navigate({ search: chosen === null ? {} : { partner: chosen } })}
          clearable
          searchable
          w={{ base: "100%", xs: 260 }}
        />
      </Group>
      <Loaded query={query}>
        {(companies) =>
          companies.length === 0 ? (
            <EmptyState
              icon={IconBuilding}
              title={isNarrowed ? words.nothingFound : words.empty}
              text={isNarrowed ? words.nothingFoundText : words.emptyText}
            />
          ) : (
            <DataTable label={words.title} columns={columns} rows={companies} rowKey={({ id }) => id} />
          )
        }
      </Loaded>
      <MoreButton {...query} />
      <CompanyDrawer
        company={query.data?.find(({ id }) => id === company)}
        onClose={() => void navigate({ search: partner === undefined ? {} : { partner } })}
      />
    </Page>
  );
}
