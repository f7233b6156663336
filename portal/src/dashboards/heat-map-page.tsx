import { Stack, Text } from "@mantine/core";
import { IconUserPlus, IconUsersGroup } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useFormats, useSpoken } from "../texts/texts-context.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { heatMapQuery } from "./dashboard-queries.ts";
import { GapList } from "./gap-list.tsx";
import { HeatMapTable } from "./heat-map-table.tsx";
import { Section } from "./section.tsx";

/** How a partner's companies stand, by control, and what they are missing most often. */
export function HeatMapPage() {
  const { texts, language } = useSpoken();
  const { dashboards, partner } = texts;
  const { heatMap: words, gaps } = dashboards;
  const formats = useFormats();
  const query = useQuery(heatMapQuery(language));
  const onboard = (
    <ButtonLink to="/onboard" leftSection={<IconUserPlus size={16} aria-hidden />}>
      {partner.onboard.title}
    </ButtonLink>
  );
  return (
    <Page title={words.title} lead={words.lead}>
      <Loaded query={query}>
        {(heatMap) =>
          heatMap.companies.length === 0 ? (
            <EmptyState icon={IconUsersGroup} title={words.empty} text={words.emptyText} action={onboard} />
          ) : (
            <Stack gap="xl">
              <Stack gap="xs">
                <HeatMapTable heatMap={heatMap} />
                {heatMap.companyCount > heatMap.companies.length && (
                  <Text size="sm" c="dimmed">
                    {words.lowest(formats.number(heatMap.companies.length), formats.number(heatMap.companyCount))}
                  </Text>
                )}
              </Stack>
              <Section title={gaps.title} hint={gaps.partnerHint}>
                <GapList hasCompanies />
              </Section>
            </Stack>
          )
        }
      </Loaded>
    </Page>
  );
}
