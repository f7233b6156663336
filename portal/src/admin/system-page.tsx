import type { Answer } from "@assay/sdk";
import { Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { administration, administrationInBackground } from "../service/administration.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { StateBadge } from "../ui/state-badge.tsx";
import { UnfinishedDocuments } from "../ui/unfinished-documents.tsx";
import { AgreementCard } from "./agreement-card.tsx";
import { FailedDocuments } from "./failed-documents.tsx";
import { HourChart } from "./hour-chart.tsx";
import { JudgingCard } from "./judging-card.tsx";
import { SystemCard } from "./system-card.tsx";

type System = Answer<"getSystem">;

const refreshMilliseconds = 10_000;

export function SystemPage() {
  const { system: words } = useTexts().admin;
  const query = useQuery({
    queryKey: ["admin", "system"],
    queryFn: ({ signal }) => administrationInBackground.getSystem({ signal }),
    refetchInterval: refreshMilliseconds,
  });
  return (
    <Page title={words.title} lead={words.lead}>
      <Loaded query={query}>{(system) => <Figures system={system} />}</Loaded>
      <JudgingCard />
      <AgreementCard />
      <UnfinishedDocuments
        queryKey={["admin", "unfinished-documents"]}
        list={(page, { signal, isRefresh }) =>
          (isRefresh ? administrationInBackground : administration).listEveryUnfinishedDocument(page, { signal })
        }
        cancel={(documentId) => administration.cancelAnyDocument(documentId)}
      />
      <FailedDocuments />
    </Page>
  );
}

function Figures({ system: { health, waiting, hours } }: { system: System }) {
  const { admin, ui } = useTexts();
  const { system: words } = admin;
  const formats = useFormats();
  const since = waiting.oldestQueuedAt;
  const counted = (value: number) => `${formats.number(value)}${value >= waiting.countedUpTo ? "+" : ""}`;
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <SystemCard title={words.health}>
          <Group gap="xs">
            <StateBadge color={health.status === "ok" ? "green" : "red"} size="lg">
              {words[health.status]}
            </StateBadge>
            <Text size="sm" c="dimmed">
              {words.version} {health.version}
            </Text>
          </Group>
          <Stack gap={6} mt="sm">
            {Object.entries(health.checks).map(([part, outcome]) => (
              <Group key={part} gap={8}>
                {outcome === "ok" ? (
                  <IconCircleCheck size={18} color="var(--mantine-color-green-7)" aria-hidden />
                ) : (
                  <IconCircleX size={18} color="var(--mantine-color-red-7)" aria-hidden />
                )}
                <Text size="sm">{ui.labelled(words.parts[part as keyof typeof words.parts], words[outcome])}</Text>
              </Group>
            ))}
          </Stack>
        </SystemCard>
        <SystemCard title={words.queue}>
          <SimpleGrid cols={3}>
            <Figure label={words.queued} value={counted(waiting.queued)} />
            <Figure label={words.processing} value={counted(waiting.processing)} />
            <Figure label={words.deliveries} value={counted(waiting.deliveries)} />
          </SimpleGrid>
          <Text size="sm" c="dimmed" mt="sm">
            {since === null ? words.nothingWaits : words.oldest(formats.dateTime(since))}
          </Text>
        </SystemCard>
      </SimpleGrid>
      <SystemCard title={words.perHour} lead={words.perHourLead}>
        <HourChart hours={hours} />
      </SystemCard>
    </Stack>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <Text size="xl" fw={700} lh={1.1}>
        {value}
      </Text>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
    </div>
  );
}
