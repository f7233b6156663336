import { Box, Code, Paper, Stack, Text, Title } from "@mantine/core";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import type { DocumentState } from "./review-queries.ts";

/** The submitted files with their hashes, and the engine that judged them. */
export function DocumentFacts({ document }: { document: DocumentState }) {
  const { lifecycle, review } = useTexts();
  const { document: words } = review;
  const formats = useFormats();
  const languageNames = new Intl.DisplayNames(formats.locale, { type: "language" });
  const nameOfLanguage = (language: string | null) =>
    language === null ? "–" : (languageNames.of(language) ?? language);
  const { files, engine, processedAt } = document;
  const facts: [string, string | undefined][] = [
    [words.processed, processedAt === null ? undefined : formats.dateTime(processedAt)],
    [words.engine, engine === null ? undefined : `${engine.name} ${engine.version}`],
    [
      words.catalogue,
      engine === null ? undefined : `${engine.catalogue.frameworkCode} ${engine.catalogue.frameworkVersion}`,
    ],
  ];
  const columns: Column<DocumentState["files"][number]>[] = [
    {
      key: "name",
      title: words.fileName,
      cell: ({ displayName, failureReason, recognisedPages }) => (
        // On its own line where rows are cards.
        <div style={{ flexBasis: "100%" }}>
          <Text size="sm">{displayName}</Text>
          {(failureReason !== null || recognisedPages > 0) && (
            <Text size="xs" c="dimmed">
              {failureReason === null
                ? words.recognised(formats.number(recognisedPages))
                : lifecycle.failure(failureReason)}
            </Text>
          )}
        </div>
      ),
    },
    {
      key: "size",
      title: words.size,
      isShort: true,
      cell: ({ sizeBytes }) => (sizeBytes === null ? "–" : formats.bytes(sizeBytes)),
    },
    {
      key: "extent",
      title: lifecycle.extent,
      isShort: true,
      cell: ({ pageKind, pageCount }) =>
        pageKind === null || pageCount === 0 ? "–" : lifecycle.parts[pageKind](pageCount, formats.number(pageCount)),
    },
    { key: "language", title: words.language, isShort: true, cell: ({ language }) => nameOfLanguage(language) },
    {
      key: "hash",
      title: words.hash,
      isShort: true,
      cell: ({ sha256, parentFileId }) =>
        sha256 === null ? (
          <Text size="xs" c="dimmed">
            {parentFileId === null ? words.unread : words.insideAnother}
          </Text>
        ) : (
          <Code title={sha256}>{`${sha256.slice(0, 8)}…${sha256.slice(-8)}`}</Code>
        ),
    },
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
        <Box mt="sm">
          <DataTable label={words.files} columns={columns} rows={files} rowKey={({ fileId }) => fileId} />
        </Box>
      </Paper>
    </Stack>
  );
}
