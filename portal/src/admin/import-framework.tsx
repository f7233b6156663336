import { Alert, Button, FileButton, Group, Modal, Stack, Text } from "@mantine/core";
import { IconFileDownload, IconFileUpload } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { administration } from "../service/administration.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { DialogFooter } from "../ui/dialog-footer.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { notify } from "../ui/notify.ts";
import { saveFile } from "../ui/save-file.ts";
import { ChecklistIssues } from "./checklist-issues.tsx";
import { importFile, NotJson, type PreviewedFile, previewFile } from "./import-file.ts";
import { ImportPreview } from "./import-preview.tsx";

const accepted = "application/json,.json,.xlsx,.csv,text/csv";

/** Previews a file before it can be imported. */
export function ImportFramework({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { admin, ui } = useTexts();
  const { catalogue: words } = admin;
  const queryClient = useQueryClient();
  const preview = useMutation({ mutationFn: previewFile });
  const template = useMutation({
    mutationFn: (example: boolean) => administration.getChecklistTemplate({ example }),
    onSuccess: saveFile,
  });
  const load = useMutation({
    mutationFn: (wanted: PreviewedFile) => importFile(wanted),
    onSuccess: async () => {
      leave();
      notify(words.imported);
      await queryClient.invalidateQueries({ queryKey: ["admin"] });
    },
  });

  function leave(): void {
    preview.reset();
    template.reset();
    load.reset();
    onClose();
  }

  const { data } = preview;
  const hasProblems = (data?.changes.problemCount ?? 0) > 0;
  const changesSomething = (data?.changes.items?.length ?? 0) > 0 || data?.changes.isNew === true;
  return (
    <Modal
      opened={isOpen}
      onClose={leave}
      title={words.importTitle}
      size="xl"
      closeButtonProps={{ "aria-label": ui.close }}
    >
      <Stack gap="md">
        <Text size="sm">{words.importText}</Text>
        <Group gap="sm">
          <FileButton accept={accepted} onChange={(file) => file !== null && preview.mutate(file)}>
            {(props) => (
              <Button
                {...props}
                variant="light"
                loading={preview.isPending}
                leftSection={<IconFileUpload size={16} aria-hidden />}
              >
                {data === undefined ? words.chooseFile : words.otherFile}
              </Button>
            )}
          </FileButton>
          {([false, true] as const).map((example) => (
            <Button
              key={String(example)}
              variant="subtle"
              loading={template.isPending && template.variables === example}
              leftSection={<IconFileDownload size={16} aria-hidden />}
              onClick={() => template.mutate(example)}
            >
              {example ? words.checklist.example : words.checklist.template}
            </Button>
          ))}
          {data !== undefined && (
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {data.fileName}
            </Text>
          )}
        </Group>
        {preview.error instanceof NotJson && (
          <Alert color="red" role="alert">
            {words.notJson}
          </Alert>
        )}
        {preview.isError && !(preview.error instanceof NotJson) && <ErrorState error={preview.error} />}
        {template.isError && <ErrorState error={template.error} />}
        {data?.issues !== undefined && <ChecklistIssues preview={data.issues} />}
        {data !== undefined && !(hasProblems && data.kind === "checklist") && <ImportPreview preview={data.changes} />}
        <DialogFooter
          confirm={words.confirmImport}
          onConfirm={() => data !== undefined && load.mutate(data)}
          onCancel={leave}
          isDisabled={data === undefined || preview.isPending || hasProblems || !changesSomething}
          mutation={load}
        />
      </Stack>
    </Modal>
  );
}
