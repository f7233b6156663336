import type { Evidence } from "@assay/sdk";
import { Group, SegmentedControl, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { MarkedPassage } from "../decisions/marked-passage.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { LoadingState } from "../ui/loading-state.tsx";
import { PagePicture } from "./page-picture.tsx";
import { pageImageQuery, quotedPageQuery } from "./page-query.ts";
import { PageText } from "./page-text.tsx";
import { useObjectUrl } from "./use-object-url.ts";
import { ZoomControl } from "./zoom-control.tsx";

interface EvidencePageProps {
  evidence: Evidence;
  onMark: (passage: MarkedPassage) => void;
}

/** The page that contains a quote, as an image or as text; the reader can switch where both exist. */
export function EvidencePage({ evidence, onMark }: EvidencePageProps) {
  const { item: words } = useTexts().evidence;
  const [isTextWanted, setTextWanted] = useState(false);
  const [zoom, setZoom] = useState(1);
  const page = useQuery(quotedPageQuery(evidence));
  const hasPicture = page.data !== undefined && page.data.highlight !== null;
  const image = useQuery({ ...pageImageQuery(evidence), enabled: hasPicture });
  const url = useObjectUrl(image.data);
  const { fileId, pageNumber } = evidence;
  const mark = useCallback(
    (passage: { start: number; end: number; text: string }) => onMark({ fileId, pageNumber, ...passage }),
    [fileId, pageNumber, onMark],
  );

  return (
    <Loaded query={page} loading={<LoadingState rows={1} height={420} />}>
      {(shown) => {
        const { highlight, recognitionConfidence } = shown;
        const canSee = highlight !== null && !image.isError;
        return (
          <>
            <Group justify="space-between" gap="xs">
              <Text size="sm" c="dimmed">
                {words.pageOf(shown.label, shown.pageCount)}
              </Text>
              {canSee && (
                <Group gap="xs">
                  {!isTextWanted && <ZoomControl zoom={zoom} onZoom={setZoom} />}
                  <SegmentedControl
                    size="xs"
                    aria-label={words.showAs}
                    value={isTextWanted ? "text" : "page"}
                    onChange={(value) => setTextWanted(value === "text")}
                    data={[
                      { value: "page", label: words.asPage },
                      { value: "text", label: words.asText },
                    ]}
                  />
                </Group>
              )}
            </Group>
            {canSee && !isTextWanted ? (
              <PagePicture
                url={url}
                highlight={highlight}
                zoom={zoom}
                description={words.place(shown.documentName, shown.label)}
              />
            ) : (
              <PageText page={shown} start={evidence.start} end={evidence.end} onSelect={mark} />
            )}
            {recognitionConfidence !== null && (
              <Text size="xs" c="dimmed">
                {words.recognised(Math.round(recognitionConfidence))}
              </Text>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
