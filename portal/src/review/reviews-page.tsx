import type { ComplianceReview } from "@assay/sdk";
import { Anchor, Button, Skeleton, Stack, Table, Text } from "@mantine/core";
import { IconClipboardCheck, IconUpload } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { entitiesQuery } from "../service/entities-query.ts";
import { reviewQuery } from "../service/review-query.ts";
import { useFormats, useSpoken, useTexts } from "../texts/texts-context.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { LevelBadge } from "../ui/level-badge.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { Page } from "../ui/page.tsx";
import { StateBadge } from "../ui/state-badge.tsx";
import { reviewsQuery } from "./review-queries.ts";

export function ReviewsPage() {
  const { reviews: words } = useTexts().review;
  const query = useInfiniteQuery(reviewsQuery);
  const submit = (
    <Button component={Link} to="/submit" leftSection={<IconUpload size={16} aria-hidden />}>
      {words.submit}
    </Button>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={submit}>
      <Loaded query={query}>
        {({ pages }) => {
          const reviews = pages.flatMap((page) => page.reviews);
          return reviews.length === 0 ? (
            <EmptyState icon={IconClipboardCheck} title={words.empty} text={words.emptyText} action={submit} />
          ) : (
            <Stack gap="md">
              <ReviewTable reviews={reviews} />
              <MoreButton {...query} />
            </Stack>
          );
        }}
      </Loaded>
    </Page>
  );
}

function ReviewTable({ reviews }: { reviews: ComplianceReview[] }) {
  const { decisions, review } = useTexts();
  const { reviews: words } = review;
  const formats = useFormats();
  const entities = useQuery(entitiesQuery);
  const names = new Map(entities.data?.businessEntities.map(({ id, name }) => [id, name]));
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table verticalSpacing="sm" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.name}</Table.Th>
            <Table.Th>{words.entity}</Table.Th>
            <Table.Th>{words.date}</Table.Th>
            <Table.Th>{words.score}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {reviews.map((one) => (
            <Table.Tr key={one.id} data-testid="review-row">
              <Table.Td style={{ overflowWrap: "anywhere" }}>
                <Anchor component={Link} to={`/reviews/${one.id}`} size="sm" fw={550}>
                  {one.name}
                </Anchor>
                <Text size="xs" c="dimmed">
                  {one.scope}
                </Text>
                {one.signOff !== null && (
                  <StateBadge color="green">{decisions.signOff.short(one.signOff.signedOffBy.name)}</StateBadge>
                )}
              </Table.Td>
              <Table.Td style={{ overflowWrap: "anywhere" }}>{names.get(one.businessEntityId) ?? "–"}</Table.Td>
              <Table.Td style={{ whiteSpace: "nowrap" }}>{formats.date(one.reviewDate)}</Table.Td>
              <Table.Td>
                <ReviewScore reviewId={one.id} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** The list has no scores, so each row loads its review, which also warms the cache. */
function ReviewScore({ reviewId }: { reviewId: string }) {
  const { language } = useSpoken();
  const { data, isError } = useQuery({ ...reviewQuery(reviewId, language), refetchInterval: false });
  if (isError) return "–";
  if (data === undefined) return <Skeleton width={120} height={16} />;
  return <LevelBadge level={data.rollUp.complianceLevel} score={data.rollUp.score} />;
}
