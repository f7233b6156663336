import type { DocumentComparison } from "@assay/sdk";
import { Group, Paper, Stack, Text, VisuallyHidden } from "@mantine/core";
import type { CSSProperties } from "react";
import { useTexts } from "../texts/texts-context.tsx";
import { StateBadge } from "../ui/state-badge.tsx";
import { ChangedVerdicts } from "./changed-verdicts.tsx";

type Change = DocumentComparison["changes"][number];

const colours = { added: "green", removed: "red", reworded: "yellow", moved: "blue" } as const;
/** Struck out or underlined as well, for readers who cannot tell colours apart. */
const removed: CSSProperties = { background: "var(--mantine-color-red-light)", textDecoration: "line-through" };
const added: CSSProperties = { background: "var(--mantine-color-green-light)", textDecoration: "underline" };

/** A clause with the words that left and those that came, and the verdicts that changed because of it. */
export function ChangedClause({ change }: { change: Change }) {
  const { comparison: words } = useTexts().versions;
  const { kind, isMoved, isHeading, headingPath, previous, current, verdictChanges } = change;
  const place = current ?? previous;
  const heading = isHeading ? headingPath.at(-2) : headingPath.at(-1);
  return (
    <Paper withBorder p="md" data-testid="changed-clause">
      <Stack gap="xs">
        <Group gap="xs">
          <StateBadge color={colours[kind]}>{words.kinds[kind]}</StateBadge>
          {kind === "reworded" && isMoved && (
            <Text size="xs" c="dimmed">
              {words.alsoMoved}
            </Text>
          )}
          <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {[heading, place?.page].filter((part) => part !== undefined).join(" · ")}
            {isMoved && previous !== null && ` (${words.from(previous.page)})`}
          </Text>
        </Group>
        <Text size="sm" fw={isHeading ? 650 : undefined} style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
          {withOffsets(change.words).map(({ offset, ...run }) => (
            <Words key={`${offset} ${run.kind}`} run={run} />
          ))}
        </Text>
        {verdictChanges.length > 0 && <ChangedVerdicts title={words.verdicts} changes={verdictChanges} />}
      </Stack>
    </Paper>
  );
}

/** Where each run begins, of all words that left, stayed or came. */
function withOffsets(runs: Change["words"]) {
  let offset = 0;
  return runs.map((run) => {
    const placed = { ...run, offset };
    offset += run.text.length;
    return placed;
  });
}

function Words({ run: { kind, text } }: { run: Change["words"][number] }) {
  const { comparison: words } = useTexts().versions;
  if (kind === "same") return text;
  const isRemoved = kind === "removed";
  const Tag = isRemoved ? "del" : "ins";
  return (
    <Tag style={isRemoved ? removed : added}>
      <VisuallyHidden component="span">{`${isRemoved ? words.leftOut : words.cameIn}: `}</VisuallyHidden>
      {text}
    </Tag>
  );
}
