import type { ResolvedCriterion } from "@assay/sdk";
import { Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTexts } from "../texts/texts-context.tsx";
import { DecisionNote } from "./decision-note.tsx";
import { historyQuery, type Subject } from "./decision-queries.ts";

/** Decisions about a requirement that have ended: replaced, withdrawn or expired. */
export function DecisionHistory({ subject, criteria }: { subject: Subject; criteria: ResolvedCriterion[] }) {
  const { decisions: words } = useTexts();
  const { data = [] } = useQuery(historyQuery(subject));
  const ended = data.filter(({ state }) => state !== "in_effect" && state !== "look_again");
  if (ended.length === 0) return null;
  const statements = new Map(criteria.map(({ key, statement }) => [key, statement]));
  return (
    <Stack gap="xs" component="section" aria-labelledby="history-title">
      <Title order={2} size="h4" id="history-title">
        {words.history}
      </Title>
      {ended.map((decision) => {
        const about = statements.get(decision.criterionKey ?? "");
        return <DecisionNote key={decision.decisionId} decision={decision} {...(about !== undefined && { about })} />;
      })}
    </Stack>
  );
}
