import type { ComplianceReviewDetails } from "@assay/sdk";
import { Anchor, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { levelOf } from "../items/item-row.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { LevelMark } from "./level-mark.tsx";

const firstShown = 5;
const step = 50;

/** What the review judges each for itself, such as the contracts of several vendors; lowest score first. */
export function SubjectList({ subjects }: Pick<ComplianceReviewDetails["rollUp"], "subjects">) {
  const { subjects: words } = useTexts().review;
  const formats = useFormats();
  const [limit, setLimit] = useState(firstShown);
  const left = subjects.length - limit;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="subjects-title">
      <Title order={2} size="h5" id="subjects-title">
        {words.title}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {words.hint}
      </Text>
      <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
        {subjects.slice(0, limit).map(({ subject, documentId, fileName, documentCount, score, complianceLevel }) => (
          <li key={documentId} data-testid="subject">
            <Group justify="space-between" gap="xs" align="baseline">
              <Text size="sm" style={{ overflowWrap: "anywhere" }} miw={0}>
                <Anchor component={Link} to={`/documents/${documentId}`} size="sm" fw={550}>
                  {subject ?? fileName}
                </Anchor>{" "}
                <Text component="span" size="xs" c="dimmed">
                  {documentCount > 1 ? words.documents(formats.number(documentCount)) : subject !== null && fileName}
                </Text>
              </Text>
              <Group gap="sm" wrap="nowrap">
                <LevelMark level={levelOf(complianceLevel)} />
                <Text size="sm" fw={650}>
                  {score === null ? "–" : formats.score(score)}
                </Text>
              </Group>
            </Group>
          </li>
        ))}
      </Stack>
      {left > 0 && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setLimit(limit + step)}>
          {words.more(formats.number(Math.min(left, step)))}
        </Button>
      )}
    </Paper>
  );
}
