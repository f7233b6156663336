import type { Answer } from "@assay/sdk";
import { Alert, ScrollArea, Stack, Table, Text } from "@mantine/core";
import { useTexts } from "../texts/texts-context.tsx";
import { StateBadge } from "../ui/state-badge.tsx";

type Preview = Answer<"previewChecklist">;
type Kind = Preview["warnings"][number]["kind"] | "problem";
type Issue = Preview["problems"][number] & { kind: Kind };

const colours: Record<Kind, string> = {
  ...{ problem: "red", bundled: "yellow", undecidable: "yellow", duplicate: "yellow" },
  ...{ drafted: "blue", ignored: "gray" },
};

/** Problems and warnings of a checklist by their places. The service writes their sentences in English. */
export function ChecklistIssues({ preview }: { preview: Preview }) {
  const { catalogue } = useTexts().admin;
  const words = catalogue.checklist;
  const { problems, problemCount, warnings, warningCount } = preview;
  const issues: Issue[] = [...problems.map((problem) => ({ kind: "problem" as const, ...problem })), ...warnings];
  if (issues.length === 0) return null;
  const left = problemCount + warningCount - issues.length;
  return (
    <Stack gap="sm">
      {problemCount > 0 ? (
        <Alert color="red" title={catalogue.problems(problemCount)} role="alert" />
      ) : (
        <Text size="sm" role="status">
          {words.warnings(warningCount)}
        </Text>
      )}
      <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0, role: "region", "aria-label": words.issues }}>
        <Table verticalSpacing={6} miw={560}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.kind}</Table.Th>
              <Table.Th>{words.sheet}</Table.Th>
              <Table.Th>{words.row}</Table.Th>
              <Table.Th>{words.column}</Table.Th>
              <Table.Th>{words.issue}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {issues.map(({ kind, sheet, row, column, message, advice }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two issues may be the same in every member
              <Table.Tr key={index}>
                <Table.Td>
                  <StateBadge color={colours[kind]}>{words.kinds[kind]}</StateBadge>
                </Table.Td>
                <Table.Td>{sheet}</Table.Td>
                <Table.Td>{row}</Table.Td>
                <Table.Td>{column}</Table.Td>
                <Table.Td lang="en" style={{ overflowWrap: "anywhere", minWidth: 220 }}>
                  <Text size="sm">{message}</Text>
                  <Text size="xs" c="dimmed">
                    {advice}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      {left > 0 && <Text size="sm">{catalogue.more(left)}</Text>}
    </Stack>
  );
}
