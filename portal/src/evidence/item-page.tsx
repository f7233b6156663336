import type { ComplianceItem, DocumentResult } from "@assay/sdk";
import { Alert, Anchor, Box, Group, Stack, Text } from "@mantine/core";
import { IconFileSearch, IconHourglass, IconQuoteOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useRef } from "react";
import { useTexts } from "../texts/texts-context.tsx";
import { ConfidenceMark } from "../ui/confidence-mark.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { LevelBadge } from "../ui/level-badge.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { citeFindings } from "./cited-evidence.ts";
import { EvidencePane } from "./evidence-pane.tsx";
import { ItemFindings } from "./item-findings.tsx";
import styles from "./item-page.module.css";
import { ItemSteps } from "./item-steps.tsx";
import { resultQuery } from "./result-query.ts";

/** One requirement: its findings, with the quoted page beside them. */
export function ItemPage() {
  const { evidence } = useTexts();
  const { id, itemId } = useParams({ strict: false }) as { id: string; itemId: string };
  const query = useQuery(resultQuery(id));
  const item = query.data?.complianceItems.find((one) => one.id === itemId);
  if (query.data !== undefined && item !== undefined) return <ItemView result={query.data} item={item} />;
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
  const { evidence: wanted = 0 } = useSearch({ strict: false }) as { evidence?: number };
  const pane = useRef<HTMLDivElement>(null);
  const cited = citeFindings(result, item);
  const shown = cited.evidence[Math.min(wanted, cited.evidence.length - 1)];
  const { documentId, complianceItems } = result;

  const show = (index: number) => {
    void navigate({ to: ".", search: { evidence: index }, replace: true, resetScroll: false });
    // On a narrow screen the page is shown below the findings.
    const top = pane.current?.getBoundingClientRect().top ?? 0;
    if (top > window.innerHeight * 0.6) pane.current?.scrollIntoView({ block: "start" });
  };

  return (
    <Page
      title={item.controlItemName}
      lead={
        <>
          {`${item.controlItemExternalId} · ${item.controlClusterName} · `}
          <Anchor component={Link} to={`/documents/${documentId}`} inherit underline="always">
            {result.fileName}
          </Anchor>
        </>
      }
      actions={<ItemSteps documentId={documentId} itemIds={complianceItems.map(({ id }) => id)} itemId={item.id} />}
    >
      <Stack gap="xs">
        {item.result !== null && (
          <Group gap="sm">
            <LevelBadge size="lg" level={item.complianceLevel} score={item.result.score} />
            <ConfidenceMark of="level" confidence={item.confidence} needsReview={item.needsReview} />
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
          <ItemFindings result={item.result} cited={cited} shownIndex={shown?.index} onShow={show} />
          <div ref={pane} className={styles["pane"]}>
            {shown === undefined ? (
              <EmptyState icon={IconQuoteOff} title={words.noEvidence} text={words.noEvidenceText} />
            ) : (
              <EvidencePane all={cited.evidence} shown={shown} onShow={show} />
            )}
          </div>
        </Box>
      )}
    </Page>
  );
}
