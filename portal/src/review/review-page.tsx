import type { ComplianceReviewDetails } from "@assay/sdk";
import { Box, Button, Group, Stack, Text, Title } from "@mantine/core";
import { IconFilePlus } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import { SignOffButton, SignOffNote } from "../decisions/sign-off-part.tsx";
import { withNeedsReview } from "../items/item-filter.ts";
import type { Level } from "../items/item-row.ts";
import { toItemRows } from "../items/to-item-rows.ts";
import { entitiesQuery } from "../service/entities-query.ts";
import { reviewQuery } from "../service/review-query.ts";
import { useIsShared } from "../service/use-is-shared.ts";
import { useFormats, useSpoken, useTexts } from "../texts/texts-context.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { Page } from "../ui/page.tsx";
import { ChangeCard } from "./change-card.tsx";
import { ClusterChart } from "./cluster-chart.tsx";
import { DocumentTable } from "./document-table.tsx";
import { ItemList } from "./item-list.tsx";
import { ReportMenu } from "./report-menu.tsx";
import styles from "./review-page.module.css";
import { documentsQuery, frameworksQuery } from "./review-queries.ts";
import { ScoreOverview } from "./score-overview.tsx";
import { ShareButton } from "./share-button.tsx";
import { SubjectList } from "./subject-list.tsx";
import { useItemFilter } from "./use-item-filter.ts";

/** One review: score, changes, requirements and documents. */
export function ReviewPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { language } = useSpoken();
  const query = useQuery(reviewQuery(id, language));
  const { reviews: words } = useTexts().review;
  if (query.data === undefined)
    return (
      <Page title={words.name}>
        <Loaded query={query}>{() => null}</Loaded>
      </Page>
    );
  return <ReviewView key={id} review={query.data} />;
}

function ReviewView({ review }: { review: ComplianceReviewDetails }) {
  const { review: words } = useTexts().review;
  const formats = useFormats();
  const { rollUp } = review;
  const isShared = useIsShared();
  const { language } = useSpoken();
  const entities = useQuery({ ...entitiesQuery, enabled: !isShared });
  const frameworks = useQuery({ ...frameworksQuery(language), enabled: !isShared });
  const documents = useInfiniteQuery(documentsQuery(review.id));
  const [filter, setFilter] = useItemFilter();
  const rows = useMemo(() => toItemRows(rollUp), [rollUp]);

  const entity = entities.data?.businessEntities.find((one) => one.id === review.businessEntityId)?.name;
  const control = frameworks.data?.frameworks
    .flatMap(({ controls }) => controls)
    .find((one) => one.id === review.controlId);
  const all = documents.data?.pages.flatMap((page) => page.documents) ?? [];
  const nameOf = (documentId: string) => all.find((one) => one.documentId === documentId)?.fileName ?? documentId;

  const chooseLevel = (level: Level) => {
    const { level: before = [], ...rest } = filter;
    const chosen = before.includes(level) ? before.filter((one) => one !== level) : [...before, level];
    setFilter(chosen.length > 0 ? { ...rest, level: chosen } : rest);
  };
  const chooseCluster = (clusterId: string) => {
    const { cluster, ...rest } = filter;
    setFilter(cluster === clusterId ? rest : { ...rest, cluster: clusterId });
  };

  return (
    <Page
      title={review.name}
      lead={[control?.name, words.facts(entity ?? review.scope, formats.date(review.reviewDate))]
        .filter(Boolean)
        .join(" · ")}
      actions={
        <Group gap="xs" align="flex-start">
          <SignOffButton review={review} />
          <ShareButton reviewId={review.id} />
          <ReportMenu reviewId={review.id} />
        </Group>
      }
    >
      <SignOffNote review={review} />
      <Box className={styles["cards"]}>
        <ScoreOverview
          rollUp={rollUp}
          chosen={filter.level ?? []}
          onChoose={chooseLevel}
          isToCheckChosen={filter.needsReview === true}
          onChooseToCheck={() => setFilter(withNeedsReview(filter, filter.needsReview === undefined))}
        />
        <ClusterChart clusters={rollUp.clusters} chosen={filter.cluster} onChoose={chooseCluster} />
      </Box>
      {rollUp.subjects.length > 1 && <SubjectList subjects={rollUp.subjects} />}
      {rollUp.change !== null && <ChangeCard change={rollUp.change} rows={rows} nameOf={nameOf} reviewId={review.id} />}
      <ItemList
        rows={rows}
        filter={filter}
        onFilter={setFilter}
        reviewId={review.id}
        hasQueue={rollUp.subjects.length <= 1 && review.signOff === null}
      />
      <Stack gap="sm" component="section" aria-labelledby="documents-title">
        <Group justify="space-between">
          <Title order={2} size="h4" id="documents-title">
            {words.documents}
          </Title>
          {review.signOff === null && !isShared && (
            <Button
              renderRoot={(props) => <Link {...props} to="/submit" search={{ review: review.id }} />}
              variant="default"
              leftSection={<IconFilePlus size={16} aria-hidden />}
            >
              {words.addDocument}
            </Button>
          )}
        </Group>
        <Loaded query={documents}>
          {() => (all.length === 0 ? <Text c="dimmed">{words.noDocuments}</Text> : <DocumentTable documents={all} />)}
        </Loaded>
        <MoreButton {...documents} />
      </Stack>
    </Page>
  );
}
