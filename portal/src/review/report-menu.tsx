import type { ReportFormat, ReportPart } from "@assay/sdk";
import { Button, Menu, Stack, Text } from "@mantine/core";
import {
  IconBraces,
  IconDownload,
  IconFileTypeCsv,
  IconFileTypeDocx,
  IconFileTypePdf,
  IconFileTypeXls,
  IconPresentation,
} from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { assay } from "../service/assay.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { saveFile } from "../ui/save-file.ts";

const entries: {
  name: "pdf" | "board" | "docx" | "xlsx" | "csv" | "oscal";
  format: ReportFormat;
  part?: ReportPart;
}[] = [
  { name: "pdf", format: "pdf" },
  { name: "board", format: "pdf", part: "board" },
  { name: "docx", format: "docx" },
  { name: "xlsx", format: "xlsx" },
  { name: "csv", format: "csv" },
  { name: "oscal", format: "oscal" },
];
type Entry = (typeof entries)[number];

const icons = {
  ...{ pdf: IconFileTypePdf, board: IconPresentation, docx: IconFileTypeDocx },
  ...{ xlsx: IconFileTypeXls, csv: IconFileTypeCsv, oscal: IconBraces },
};

/** Downloads the review as a report in the chosen format. */
export function ReportMenu({ reviewId }: { reviewId: string }) {
  const { report: words } = useTexts().review;
  const download = useMutation({
    mutationFn: ({ format, part }: Entry) => assay.getComplianceReviewReport(reviewId, format, { part }),
    onSuccess: saveFile,
  });
  const hints = {
    ...{ pdf: words.pdfHint, board: words.boardHint, docx: words.docxHint },
    ...{ xlsx: words.xlsxHint, csv: words.csvHint, oscal: words.oscalHint },
  };
  return (
    <Stack gap="xs" align="flex-end">
      <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button leftSection={<IconDownload size={16} aria-hidden />} loading={download.isPending}>
            {words.button}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {entries.map((entry) => {
            const Picture = icons[entry.name];
            return (
              <Menu.Item
                key={entry.name}
                leftSection={<Picture size={18} aria-hidden />}
                onClick={() => download.mutate(entry)}
              >
                <Text size="sm">{words[entry.name]}</Text>
                <Text size="xs" c="dimmed">
                  {hints[entry.name]}
                </Text>
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
      <Text size="xs" c="dimmed" role="status">
        {download.isPending ? words.making : ""}
      </Text>
      {download.isError && (
        <ErrorState error={download.error} title={words.failed} onRetry={() => download.mutate(download.variables)} />
      )}
    </Stack>
  );
}
