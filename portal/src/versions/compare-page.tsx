import type { DocumentComparison } from "@assay/sdk";
import { Badge, Button, Center, Group, Stack, Switch, Text } from "@mantine/core";
import { IconVersions } from "@tabler/icons-react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { assay } from "../service/assay.ts";
import type { Language } from "../texts/language.ts";
import { useFormats, useSpoken, useTexts } from "../texts/texts-context.tsx";
import { AnchorLink } from "../ui/links.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { ChangedClause } from "./changed-clause.tsx";
import { ChangedVerdicts } from "./changed-verdicts.tsx";

const comparisonQuery = (documentId: string, previousId: string, language: Language) =>
  queryOptions({
    queryKey: ["comparison", documentId, previousId, language],
    queryFn: ({ signal }) => assay.compareDocuments(documentId, previousId, { language }, { signal }),
    // Completed documents do not change.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Two versions of a document: the clauses that changed, and the verdicts that changed because of them. */
export function ComparePage() {
  const { id, previousId } = useParams({ strict: false }) as { id: string; previousId: string };
  const { language, texts } = useSpoken();
  const { comparison: words } = texts.versions;
  const query = useQuery(comparisonQuery(id, previousId, language));
  const { data } = query;
  return (
    <Page
      title={words.title}
      lead={
        data && (
          <Group gap="md" component="span">
            <span style={{ overflowWrap: "anywhere" }}>{words.lead(data.fileName, data.previousFileName)}</span>
            <AnchorLink to="/documents/$id" params={{ id }} size="sm">
              {data.fileName}
            </AnchorLink>
            <AnchorLink to="/documents/$id" params={{ id: previousId }} size="sm">
              {data.previousFileName}
            </AnchorLink>
          </Group>
        )
      }
    >
      <Loaded query={query}>{(comparison) => <Changes key={id} comparison={comparison} />}</Loaded>
    </Page>
  );
}

/** No two changes are about the same place. */
const keyOf = ({ previous, current }: DocumentComparison["changes"][number]) =>
  [previous, current].map((place) => `${place?.fileId} ${place?.pageNumber} ${place?.start}`).join(" ");

const step = 100;
const countKinds = ["added", "removed", "reworded", "moved", "unchanged"] as const;

function Changes({ comparison }: { comparison: DocumentComparison }) {
  const { comparison: words } = useTexts().versions;
  const formats = useFormats();
  const [isNarrowed, setNarrowed] = useState(false);
  const [limit, setLimit] = useState(step);
  const { counts, changes, otherVerdictChanges } = comparison;
  const wanted = isNarrowed ? changes.filter(({ verdictChanges }) => verdictChanges.length > 0) : changes;
  const left = wanted.length - limit;
  return (
    <Stack gap="md">
      <Group gap={6} data-testid="change-counts">
        {countKinds.map((kind) => (
          <Badge key={kind} variant="default" tt="none">
            {words.counts[kind]}: {formats.number(counts[kind])}
          </Badge>
        ))}
      </Group>
      {otherVerdictChanges.length > 0 && (
        <ChangedVerdicts title={words.otherVerdicts} hint={words.otherVerdictsHint} changes={otherVerdictChanges} />
      )}
      {changes.length === 0 ? (
        <Group gap="xs">
          <IconVersions size={18} aria-hidden />
          <Text>{words.none}</Text>
        </Group>
      ) : (
        <Switch
          label={words.onlyWithVerdicts}
          checked={isNarrowed}
          onChange={({ currentTarget }) => setNarrowed(currentTarget.checked)}
        />
      )}
      {changes.length > 0 && wanted.length === 0 && <Text c="dimmed">{words.noneShown}</Text>}
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
        {wanted.slice(0, limit).map((change) => (
          <li key={keyOf(change)}>
            <ChangedClause change={change} />
          </li>
        ))}
      </Stack>
      {left > 0 && (
        <Center>
          <Button variant="default" onClick={() => setLimit(limit + step)}>
            {words.more(formats.number(Math.min(left, step)))}
          </Button>
        </Center>
      )}
    </Stack>
  );
}
