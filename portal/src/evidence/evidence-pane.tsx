import { ActionIcon, Blockquote, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { MarkedPassage } from "../decisions/marked-passage.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import type { CitedEvidence } from "./cited-evidence.ts";
import { EvidencePage } from "./evidence-page.tsx";

interface EvidencePaneProps {
  all: CitedEvidence[];
  shown: CitedEvidence;
  onShow: (index: number) => void;
  onMark: (passage: MarkedPassage) => void;
}

/** One quote on its page, with links to the previous and next quote. */
export function EvidencePane({ all, shown, onShow, onMark }: EvidencePaneProps) {
  const { item: words } = useTexts().evidence;
  const formats = useFormats();
  const { evidence, index } = shown;
  const step = (label: string, to: number, Picture: typeof IconChevronLeft) => (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={label}
      title={label}
      disabled={all[to] === undefined}
      onClick={() => onShow(to)}
    >
      <Picture size={18} aria-hidden />
    </ActionIcon>
  );
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="evidence-title">
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Title order={2} size="h4" id="evidence-title">
            {words.evidence}
          </Title>
          <Group gap={6} wrap="nowrap">
            {step(words.previousEvidence, index - 1, IconChevronLeft)}
            <Text size="sm" aria-live="polite" data-testid="evidence-position">
              {words.position(formats.number(index + 1), formats.number(all.length))}
            </Text>
            {step(words.nextEvidence, index + 1, IconChevronRight)}
          </Group>
        </Group>
        <EvidencePage evidence={evidence} onMark={onMark} />
        <Blockquote
          p="sm"
          my={0}
          cite={words.place(evidence.documentName, evidence.page)}
          iconSize={0}
          styles={{ cite: { color: "var(--mantine-color-dimmed)", opacity: 1, overflowWrap: "anywhere" } }}
        >
          <Text component="span" size="sm" style={{ overflowWrap: "anywhere" }} data-testid="quote">
            {evidence.text}
          </Text>
        </Blockquote>
      </Stack>
    </Paper>
  );
}
