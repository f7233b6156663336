import { Code, Paper, Stack, Table, Text, Title } from "@mantine/core";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import type { DocumentState } from "./review-queries.ts";

/** The submitted files with their hashes, and the engine that judged them. */
export function DocumentFacts({ document }: { document: DocumentState }) {
  const { document: words } = useTexts().review;
  const formats = useFormats();
  const { files, engine, processedAt } = document;
  const facts: [string, string | undefined][] = [
    [words.processed, processedAt === null ? undefined : formats.dateTime(processedAt)],
    [words.engine, engine === null ? undefined : `${engine.name} ${engine.version}`],
    [
      words.catalogue,
      engine === null ? undefined : `${engine.catalogue.frameworkCode} ${engine.catalogue.frameworkVersion}`,
    ],
  ];
  return (
    <Stack gap="sm" component="section" aria-labelledby="facts-title">
      <Title order={2} size="h4" id="facts-title">
        {words.facts}
      </Title>
      <Paper withBorder p="md">
        <Stack gap={4}>
          {facts.map(
            ([name, value]) =>
              value !== undefined && (
                <Text size="sm" key={name}>
                  <Text span c="dimmed">
                    {name}:{" "}
                  </Text>
                  {value}
                </Text>
              ),
          )}
        </Stack>
        <Table.ScrollContainer minWidth={560}>
          <Table verticalSpacing="xs" mt="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{words.fileName}</Table.Th>
                <Table.Th ta="right">{words.size}</Table.Th>
                <Table.Th ta="right">{words.pages}</Table.Th>
                <Table.Th>{words.language}</Table.Th>
                <Table.Th>{words.hash}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {files.map((file) => (
                <Table.Tr key={file.fileId}>
                  <Table.Td style={{ overflowWrap: "anywhere" }} maw={320}>
                    <Text size="sm">{file.displayName}</Text>
                    {(file.failureReason !== null || file.recognisedPages > 0) && (
                      <Text size="xs" c="dimmed">
                        {file.failureReason ?? words.recognised(formats.number(file.recognisedPages))}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td ta="right" style={{ whiteSpace: "nowrap" }}>
                    {file.sizeBytes === null ? "–" : formats.bytes(file.sizeBytes)}
                  </Table.Td>
                  <Table.Td ta="right">{file.pageCount === 0 ? "–" : formats.number(file.pageCount)}</Table.Td>
                  <Table.Td>{file.language ?? "–"}</Table.Td>
                  <Table.Td>
                    {file.sha256 === null ? (
                      <Text size="xs" c="dimmed">
                        {file.parentFileId === null ? words.unread : words.insideAnother}
                      </Text>
                    ) : (
                      <Code title={file.sha256}>{`${file.sha256.slice(0, 8)}…${file.sha256.slice(-8)}`}</Code>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Paper>
    </Stack>
  );
}
