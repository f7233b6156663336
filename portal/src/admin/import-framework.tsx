import { Alert, Button, FileButton, Group, Modal, Stack, Text } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { administration } from "../service/administration.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { DialogFooter } from "../ui/dialog-footer.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { notify } from "../ui/notify.ts";
import { ImportPreview } from "./import-preview.tsx";

/** Shown in the reader's language instead of the parser's message. */
class NotJson extends Error {}

async function readJson(file: File): Promise<object> {
  try {
    const value: unknown = JSON.parse(await file.text());
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Reported below, like any other file without a framework.
  }
  throw new NotJson();
}

/** Previews a file before it can be imported. */
export function ImportFramework({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { admin, ui } = useTexts();
  const { catalogue: words } = admin;
  const queryClient = useQueryClient();
  const [document, setDocument] = useState<object>();

  const preview = useMutation({
    mutationFn: async (file: File) => {
      setDocument(undefined);
      const read = await readJson(file);
      const changes = await administration.previewFramework(read);
      setDocument(changes.problems.length === 0 ? read : undefined);
      return { fileName: file.name, changes };
    },
  });
  const load = useMutation({
    mutationFn: (wanted: object) => administration.loadFramework(wanted),
    onSuccess: async () => {
      leave();
      notify(words.imported);
      await queryClient.invalidateQueries({ queryKey: ["admin"] });
    },
  });

  function leave(): void {
    setDocument(undefined);
    preview.reset();
    load.reset();
    onClose();
  }

  const changesSomething = (preview.data?.changes.items?.length ?? 0) > 0 || preview.data?.changes.isNew === true;
  return (
    <Modal
      opened={isOpen}
      onClose={leave}
      title={words.importTitle}
      size="lg"
      closeButtonProps={{ "aria-label": ui.close }}
    >
      <Stack gap="md">
        <Text size="sm">{words.importText}</Text>
        <Group gap="sm">
          <FileButton accept="application/json,.json" onChange={(file) => file !== null && preview.mutate(file)}>
            {(props) => (
              <Button
                {...props}
                variant="light"
                loading={preview.isPending}
                leftSection={<IconFileUpload size={16} aria-hidden />}
              >
                {preview.data === undefined ? words.chooseFile : words.otherFile}
              </Button>
            )}
          </FileButton>
          {preview.data !== undefined && (
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {preview.data.fileName}
            </Text>
          )}
        </Group>
        {preview.error instanceof NotJson && (
          <Alert color="red" role="alert">
            {words.notJson}
          </Alert>
        )}
        {preview.isError && !(preview.error instanceof NotJson) && <ErrorState error={preview.error} />}
        {preview.data !== undefined && <ImportPreview preview={preview.data.changes} />}
        <DialogFooter
          confirm={words.confirmImport}
          onConfirm={() => document !== undefined && load.mutate(document)}
          onCancel={leave}
          isDisabled={document === undefined || !changesSomething}
          mutation={load}
        />
      </Stack>
    </Modal>
  );
}
