import { Button, Group } from "@mantine/core";
import { IconFileDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { administration } from "../service/administration.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { saveFile } from "../ui/save-file.ts";

const formats = ["xlsx", "oscal"] as const;

/** Saves a control as a checklist or as an OSCAL catalog. */
export function ExportControl({ controlId }: { controlId: string }) {
  const { catalogue: words } = useTexts().admin;
  const download = useMutation({
    mutationFn: (format: (typeof formats)[number]) => administration.exportControl(controlId, { format }),
    onSuccess: saveFile,
  });
  return (
    <>
      <Group gap="xs">
        {formats.map((format) => (
          <Button
            key={format}
            size="xs"
            variant="light"
            loading={download.isPending && download.variables === format}
            leftSection={<IconFileDownload size={14} aria-hidden />}
            onClick={() => download.mutate(format)}
          >
            {words.checklist.saveAs[format]}
          </Button>
        ))}
      </Group>
      {download.isError && <ErrorState error={download.error} />}
    </>
  );
}
