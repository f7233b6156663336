import type { Dashboard } from "@assay/sdk";
import { SimpleGrid, Stack } from "@mantine/core";
import { IconClipboardCheck, IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useSpoken, useTexts } from "../texts/texts-context.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { ControlCard } from "./control-card.tsx";
import { dashboardQuery } from "./dashboard-queries.ts";
import { DueTable } from "./due-table.tsx";
import { GapList } from "./gap-list.tsx";
import { Section } from "./section.tsx";

/** The company's start page: how its reviews stand, what is due, and what is missing most often. */
export function OverviewPage() {
  const { texts, language } = useSpoken();
  const { dashboards: words, review } = texts;
  const query = useQuery(dashboardQuery(language));
  const submit = (
    <ButtonLink to="/submit" leftSection={<IconUpload size={16} aria-hidden />}>
      {review.reviews.submit}
    </ButtonLink>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={submit}>
      <Loaded query={query}>
        {(dashboard) =>
          dashboard.controls.length === 0 ? (
            <EmptyState icon={IconClipboardCheck} title={words.empty} text={words.emptyText} action={submit} />
          ) : (
            <Overview dashboard={dashboard} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Overview({ dashboard: { controls, due } }: { dashboard: Dashboard }) {
  const { dashboards: words } = useTexts();
  const worstReviews = new Map(controls.map(({ controlId, reviews }) => [controlId, reviews[0]?.id]));
  return (
    <Stack gap="xl">
      <Section title={words.scores} hint={words.scoresHint}>
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          {controls.map((control) => (
            <ControlCard key={control.controlId} control={control} />
          ))}
        </SimpleGrid>
      </Section>
      <Section title={words.due.title} hint={words.due.hint}>
        <DueTable due={due} />
      </Section>
      <Section title={words.gaps.title} hint={words.gaps.hint}>
        <GapList reviewOf={(controlId) => worstReviews.get(controlId)} />
      </Section>
    </Stack>
  );
}
