import type { Answer } from "@assay/sdk";
import { Alert, Group, List, ScrollArea, Stack, Text } from "@mantine/core";
import { useTexts } from "../texts/texts-context.tsx";
import { StateBadge } from "../ui/state-badge.tsx";

type Preview = Answer<"previewFramework">;

const colours = { added: "green", reworded: "blue", obsoleted: "yellow" } as const;
const kinds = ["added", "reworded", "obsoleted"] as const;

/** The changes a file would make, or all of its problems. */
export function ImportPreview({ preview }: { preview: Preview }) {
  const { admin, ui } = useTexts();
  const { catalogue: words } = admin;
  const { problems, problemCount, framework, items = [], unchanged = 0, isNew } = preview;
  if (problems.length > 0) {
    return (
      <Alert color="red" title={words.problems(problemCount)} role="alert">
        <ScrollArea.Autosize mah={280} viewportProps={{ tabIndex: 0 }}>
          <List size="sm" spacing={4}>
            {problems.map((problem) => (
              <List.Item key={problem} style={{ overflowWrap: "anywhere" }}>
                {problem}
              </List.Item>
            ))}
            {problemCount > problems.length && <List.Item>{words.more(problemCount - problems.length)}</List.Item>}
          </List>
        </ScrollArea.Autosize>
      </Alert>
    );
  }
  return (
    <Stack gap="sm" role="status">
      <div>
        <Text fw={600}>
          {framework?.name} · {framework?.version}
        </Text>
        <Text size="sm" c="dimmed">
          {isNew ? words.isNew : words.isUpdate}
        </Text>
      </div>
      {items.length === 0 && !isNew ? (
        <Text size="sm">{words.nothingChanges}</Text>
      ) : (
        <>
          <Group gap="xs">
            {kinds.map((kind) => (
              <StateBadge key={kind} color={colours[kind]}>
                {ui.labelled(words.changes[kind], String(items.filter(({ change }) => change === kind).length))}
              </StateBadge>
            ))}
            <StateBadge color="gray">{words.unchanged(unchanged)}</StateBadge>
          </Group>
          <ScrollArea.Autosize mah={280} viewportProps={{ tabIndex: 0 }}>
            <Stack gap={6}>
              {items.map(({ id, externalId, name, change }) => (
                <Group key={id} gap="xs" wrap="nowrap" align="baseline">
                  <StateBadge color={colours[change]} miw={104}>
                    {words.changes[change]}
                  </StateBadge>
                  <Text size="sm">
                    <Text span c="dimmed" size="xs">
                      {externalId}
                    </Text>{" "}
                    {name}
                  </Text>
                </Group>
              ))}
            </Stack>
          </ScrollArea.Autosize>
          <Text size="xs" c="dimmed">
            {words.keepsResults}
          </Text>
        </>
      )}
    </Stack>
  );
}
