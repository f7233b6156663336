import type { ComplianceItem } from "@assay/sdk";
import { List, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { DecisionHistory } from "../decisions/decision-history.tsx";
import type { Deciding } from "../decisions/decision-part.tsx";
import type { Subject } from "../decisions/decision-queries.ts";
import { controlItemQuery } from "../service/control-item-query.ts";
import { useIsShared } from "../service/use-is-shared.ts";
import { useSpoken, useTexts } from "../texts/texts-context.tsx";
import type { CitedFindings } from "./cited-evidence.ts";
import { CriteriaList } from "./criteria-list.tsx";
import { RecommendationCard } from "./recommendation-card.tsx";

type Result = NonNullable<ComplianceItem["result"]>;

interface ItemFindingsProps {
  result: Result;
  cited: CitedFindings;
  shownIndex: number | undefined;
  onShow: (index: number) => void;
  /** On a narrow screen the quoted page, directly below the verdict that it supports. */
  below: ReactNode;
  item: Subject;
  controlItemId: string;
  deciding: Deciding;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="xs" component="section">
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
    </Stack>
  );
}

const Titles = ({ entries }: { entries: { title: string }[] }) => (
  <List size="sm" spacing={4}>
    {entries.map(({ title }) => (
      <List.Item key={title}>{title}</List.Item>
    ))}
  </List>
);

const unmet = ["partly", "contradicted", "missing"];

/** The findings for one requirement. Every verdict is shown once, with its criterion. */
export function ItemFindings({
  result,
  cited,
  shownIndex,
  onShow,
  below,
  item,
  controlItemId,
  deciding,
}: ItemFindingsProps) {
  const { item: words } = useTexts().evidence;
  const { explanation, recommendations } = result;
  const { criteria } = cited;
  const { language } = useSpoken();
  const isShared = useIsShared();
  // Whoever opened the link to a review reads that review, not the catalogue.
  const { data: described } = useQuery({ ...controlItemQuery(controlItemId, language), enabled: !isShared });
  const linksOf = (criterionKey: string) => described?.criteria.find(({ key }) => key === criterionKey)?.links ?? [];
  const hasCriteria = criteria.length > 0;
  const doesApply = criteria.some(({ verdict }) => verdict !== "not_applicable");
  // A gap that belongs to no criterion is about the document as a whole, such as one of another kind.
  const hasOwnGap = explanation.gaps.length > criteria.filter(({ verdict }) => unmet.includes(verdict)).length;
  const isExplained = !hasCriteria || !doesApply || hasOwnGap;
  const [opening = ""] = explanation.explanation.split("\n", 1);
  const risks = explanation.riskIdentification.riskDescription;
  const paragraphs = (text: string) =>
    text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => (
        <Text key={line} size="sm" style={{ overflowWrap: "anywhere" }}>
          {line}
        </Text>
      ));
  return (
    <Stack gap="lg">
      {isExplained && opening.trim() !== "" && <Part title={words.explanation}>{paragraphs(opening)}</Part>}
      <Part title={words.criteria}>
        <CriteriaList
          cited={cited}
          shownIndex={shownIndex}
          onShow={onShow}
          below={below}
          item={item}
          deciding={deciding}
          linksOf={linksOf}
        />
      </Part>
      {!hasCriteria && explanation.gaps.length > 0 && (
        <Part title={words.gaps}>
          {explanation.gaps.map(({ topic, description }) => (
            <div key={`${topic} ${description}`}>
              <Text size="sm" fw={600}>
                {topic}
              </Text>
              {paragraphs(description)}
            </div>
          ))}
        </Part>
      )}
      {risks.length > 0 && (
        <Part title={words.risks}>
          <Titles entries={risks} />
        </Part>
      )}
      {explanation.compensationControls.length > 0 && (
        <Part title={words.compensations}>
          <Titles entries={explanation.compensationControls} />
        </Part>
      )}
      {recommendations.length > 0 && (
        <Part title={words.recommendations}>
          {recommendations.map((one) => (
            <RecommendationCard key={`${one.gapIdentified} ${one.suggestedTextToBeAdded}`} recommendation={one} />
          ))}
        </Part>
      )}
      <DecisionHistory subject={item} criteria={criteria} />
    </Stack>
  );
}
