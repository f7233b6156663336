import type { ReportFormat } from "@assay/sdk";
import { Button, Menu, Stack, Text } from "@mantine/core";
import { IconBraces, IconDownload, IconFileTypeCsv, IconFileTypePdf, IconFileTypeXls } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { assay } from "../service/assay.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { saveFile } from "../ui/save-file.ts";

const icons = { pdf: IconFileTypePdf, xlsx: IconFileTypeXls, csv: IconFileTypeCsv, oscal: IconBraces };

/** Downloads the review as a report in the chosen format. */
export function ReportMenu({ reviewId }: { reviewId: string }) {
  const { report: words } = useTexts().review;
  const download = useMutation({
    mutationFn: (format: ReportFormat) => assay.getComplianceReviewReport(reviewId, format),
    onSuccess: saveFile,
  });
  const hints = { pdf: words.pdfHint, xlsx: words.xlsxHint, csv: words.csvHint, oscal: words.oscalHint };
  return (
    <Stack gap="xs" align="flex-end">
      <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button leftSection={<IconDownload size={16} aria-hidden />} loading={download.isPending}>
            {words.button}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(["pdf", "xlsx", "csv", "oscal"] as const).map((format) => {
            const Picture = icons[format];
            return (
              <Menu.Item
                key={format}
                leftSection={<Picture size={18} aria-hidden />}
                onClick={() => download.mutate(format)}
              >
                <Text size="sm">{words[format]}</Text>
                <Text size="xs" c="dimmed">
                  {hints[format]}
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
