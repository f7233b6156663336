import type { Answer } from "@assay/sdk";
import { Button, Group, Stack, Table, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { administration } from "../service/administration.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { saveFile } from "../ui/save-file.ts";
import { StateBadge } from "../ui/state-badge.tsx";
import { SystemCard } from "./system-card.tsx";

type Agreement = Answer<"getAgreement">;
type Share = Pick<Agreement, "agreement" | "low" | "high" | "isSmall">;
type Subject = Agreement["controls"][number]["subjects"][number];

const shownFirst = 10;

/** How often people confirm what the engine found, and where they correct it. */
export function AgreementCard() {
  const { admin, ui } = useTexts();
  const { agreement: words } = admin;
  const query = useQuery({
    queryKey: ["admin", "agreement"],
    queryFn: ({ signal }) => administration.getAgreement({}, { signal }),
  });
  const download = useMutation({ mutationFn: async () => saveFile(await administration.exportEveryLabel()) });
  return (
    <SystemCard title={words.title} lead={words.lead}>
      <Loaded query={query}>
        {(all) =>
          all.agreement === null ? (
            <Text size="sm">{words.none}</Text>
          ) : (
            <Stack gap="sm">
              <Group justify="space-between" align="flex-start">
                <ShareOf {...all} />
                <Button
                  variant="default"
                  size="compact-sm"
                  leftSection={<IconDownload size={15} aria-hidden />}
                  loading={download.isPending}
                  onClick={() => download.mutate()}
                >
                  {words.labels}
                </Button>
              </Group>
              {download.isError && <ErrorState error={download.error} title={ui.error.action} />}
              <SubjectTable agreement={all} />
            </Stack>
          )
        }
      </Loaded>
    </SystemCard>
  );
}

function ShareOf({ agreement, low, high, isSmall }: Share) {
  const { agreement: words } = useTexts().admin;
  const { percent } = useFormats();
  if (agreement === null || low === null || high === null) return null;
  return (
    <Group gap="xs">
      <Text size="sm" fw={650}>
        {percent(100 * agreement)}
      </Text>
      <Text size="xs" c="dimmed">
        {words.interval(percent(100 * low), percent(100 * high))}
      </Text>
      {isSmall && <StateBadge color="yellow">{words.few}</StateBadge>}
    </Group>
  );
}

function SubjectTable({ agreement }: { agreement: Agreement }) {
  const { agreement: words } = useTexts().admin;
  const formats = useFormats();
  const [isWhole, setIsWhole] = useState(false);
  const subjects = agreement.controls
    .flatMap(({ controlCode, subjects }) => subjects.map((one) => ({ ...one, controlCode })))
    .toSorted((a, b) => b.corrected - a.corrected || b.confirmed - a.confirmed);
  const shown = isWhole ? subjects : subjects.slice(0, shownFirst);
  return (
    <>
      <Table.ScrollContainer minWidth={620}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.subject}</Table.Th>
              <Table.Th>{words.share}</Table.Th>
              <Table.Th ta="right">{words.confirmed}</Table.Th>
              <Table.Th ta="right">{words.corrected}</Table.Th>
              <Table.Th>{words.instead}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((one) => (
              <Table.Tr key={`${one.controlItemId} ${one.criterionKey}`} data-testid="agreement-row">
                <Table.Td style={{ overflowWrap: "anywhere" }}>
                  <Text size="sm">
                    {one.controlCode} · {one.controlItemExternalId}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {one.criterionKey ?? words.level}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <ShareOf {...one} />
                </Table.Td>
                <Table.Td ta="right">{formats.number(one.confirmed)}</Table.Td>
                <Table.Td ta="right">{formats.number(one.corrected)}</Table.Td>
                <Table.Td>
                  <Corrections subject={one} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {!isWhole && subjects.length > shownFirst && (
        <Button variant="subtle" size="compact-sm" style={{ alignSelf: "start" }} onClick={() => setIsWhole(true)}>
          {words.all(formats.number(subjects.length))}
        </Button>
      )}
    </>
  );
}

function Corrections({ subject }: { subject: Subject }) {
  const { evidence, ui } = useTexts();
  const formats = useFormats();
  const names: Record<string, string> = { ...evidence.item.verdicts, ...ui.levels };
  return subject.verdicts.flatMap(({ found, corrections }) =>
    corrections.map(({ right, count }) => (
      <Text size="xs" key={`${found} ${right}`}>
        {`${names[found] ?? found} → ${names[right] ?? right}: ${formats.number(count)}`}
      </Text>
    )),
  );
}
