import type { ComplianceItem, DocumentResult } from "@assay/sdk";
import { Alert, Anchor, Box, Group, Stack, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconArrowLeft, IconFileSearch, IconHourglass } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { DecidedScore } from "../decisions/decided-score.tsx";
import { type Deciding, DecisionPart } from "../decisions/decision-part.tsx";
import type { Subject } from "../decisions/decision-queries.ts";
import type { MarkedPassage } from "../decisions/marked-passage.ts";
import { QueueProgress } from "../decisions/queue-progress.tsx";
import { useTexts } from "../texts/texts-context.tsx";
import { ConfidenceMark } from "../ui/confidence-mark.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { LevelBadge } from "../ui/level-badge.tsx";
import { AnchorLink } from "../ui/links.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { citeFindings } from "./cited-evidence.ts";
import { DocumentPages } from "./document-pages.tsx";
import { EvidencePane } from "./evidence-pane.tsx";
import { ItemFindings } from "./item-findings.tsx";
import styles from "./item-page.module.css";
import type { ItemPageSearch } from "./item-search.ts";
import { ItemSteps } from "./item-steps.tsx";
import { resultQuery } from "./result-query.ts";
import { SupersededNote } from "./superseded-note.tsx";
import { useItemSteps } from "./use-item-steps.ts";

/** One requirement: its findings, with the quoted page beside them. */
export function ItemPage() {
  const { evidence } = useTexts();
  const { id, itemId } = useParams({ strict: false }) as { id: string; itemId: string };
  const query = useQuery(resultQuery(id));
  const item = query.data?.complianceItems.find((one) => one.id === itemId);
  if (query.data !== undefined && item !== undefined) return <ItemView key={itemId} result={query.data} item={item} />;
  return (
    <Page title={evidence.item.title}>
      <Loaded query={query}>
        {() => <EmptyState icon={IconFileSearch} title={evidence.item.absent} text={evidence.item.absentText} />}
      </Loaded>
    </Page>
  );
}

function ItemView({ result, item }: { result: DocumentResult; item: ComplianceItem }) {
  const { item: words } = useTexts().evidence;
  const navigate = useNavigate();
  const search: ItemPageSearch = useSearch({ strict: false });
  const { evidence: wanted = 0, review, queue, ...filter } = search;
  const isNarrow = useMediaQuery("(max-width: 61.99em)", false, { getInitialValueInEffect: false });
  const cited = citeFindings(result, item);
  const shown = cited.evidence[Math.min(wanted, cited.evidence.length - 1)];
  const { documentId } = result;
  const steps = useItemSteps(result, item.id, search);
  const list =
    review === undefined
      ? ({ to: "/documents/$id", params: { id: documentId }, search: filter } as const)
      : ({ to: "/reviews/$id", params: { id: review }, search: filter } as const);

  const show = (index: number) => {
    void navigate({ to: ".", search: { ...search, evidence: index }, replace: true, resetScroll: false });
  };
  const showNext = () => {
    if (shown !== undefined) show((shown.index + 1) % cited.evidence.length);
  };
  const [open, setOpen] = useState<Deciding["open"]>();
  const [passage, setPassage] = useState<MarkedPassage>();
  const pane =
    shown === undefined ? (
      <DocumentPages result={result} onMark={setPassage} />
    ) : (
      <EvidencePane all={cited.evidence} shown={shown} onShow={show} onMark={setPassage} />
    );
  const subject: Subject = { documentId, itemId: item.id };
  const deciding: Deciding = {
    open,
    passage,
    onOpen: (criterionKey, kind) => setOpen({ criterionKey, kind }),
    onClose: () => setOpen(undefined),
    onClearPassage: () => setPassage(undefined),
    onDecided({ criterionKey }) {
      setOpen(undefined);
      const { next } = steps;
      // Somebody who decides about a criterion is not done with the requirement.
      if (criterionKey !== undefined || queue === undefined || next === undefined) return;
      const { evidence: _, ...kept } = search;
      void navigate({
        to: "/documents/$id/items/$itemId",
        params: { id: next.documentId, itemId: next.itemId },
        search: kept,
      });
    },
  };
  const isDecided = item.decision !== undefined || cited.criteria.some(({ decision }) => decision !== undefined);

  return (
    <Page
      title={item.controlItemName}
      back={
        <AnchorLink {...list} size="sm" className={styles["back"]}>
          <IconArrowLeft size={15} aria-hidden />
          {review === undefined ? words.backToDocument : words.backToReview}
        </AnchorLink>
      }
      lead={
        <>
          {`${item.controlItemExternalId} · ${item.controlClusterName} · `}
          <Anchor component={Link} to={`/documents/${documentId}`} inherit underline="always">
            {result.fileName}
          </Anchor>
        </>
      }
      actions={
        <ItemSteps
          steps={steps}
          search={search}
          isDeciding={open !== undefined}
          onNextQuote={showNext}
          onBack={() => void navigate({ ...list })}
          onDecide={(kind) => item.result !== null && setOpen({ criterionKey: undefined, kind })}
        />
      }
    >
      <SupersededNote documentId={documentId} />
      {queue !== undefined && <QueueProgress steps={steps} />}
      <Stack gap="xs">
        {item.result !== null && (
          <Group gap="sm">
            <LevelBadge size="lg" level={item.complianceLevel} score={item.result.score} />
            <ConfidenceMark of="level" confidence={item.confidence} needsReview={item.needsReview} />
            {isDecided && <DecidedScore score={item.result.decidedScore} level={item.decidedComplianceLevel} />}
          </Group>
        )}
        <Text size="sm" maw={760}>
          {item.controlItemObjective}
        </Text>
      </Stack>
      {item.result === null ? (
        <Alert
          color={item.status === "failed" ? "red" : "blue"}
          icon={<IconHourglass aria-hidden />}
          title={item.status === "failed" ? words.failed : words.pending}
        >
          {item.failureReason ?? words.pendingText}
        </Alert>
      ) : (
        <Box className={styles["columns"]}>
          <Stack gap="lg">
            <DecisionPart
              subject={subject}
              about={item.controlItemName}
              found={item.complianceLevel}
              decision={item.decision}
              deciding={deciding}
            />
            <ItemFindings
              result={item.result}
              cited={cited}
              shownIndex={shown?.index}
              onShow={show}
              below={isNarrow && pane}
              item={subject}
              controlItemId={item.controlItemId}
              deciding={deciding}
            />
          </Stack>
          {(!isNarrow || shown === undefined) && <div className={styles["pane"]}>{pane}</div>}
        </Box>
      )}
    </Page>
  );
}
