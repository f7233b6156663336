import type { DocumentDetails } from "@assay/sdk";
import { Button, Group, Modal, Paper, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { assay } from "../service/assay.ts";
import { detailsQuery } from "../service/details-query.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { DialogFooter } from "../ui/dialog-footer.tsx";
import { notify } from "../ui/notify.ts";
import { showsDocuments } from "./review-queries.ts";

const names = ["effectiveFrom", "validUntil", "reviewBy"] as const;
type Dates = Pick<DocumentDetails, (typeof names)[number]>;

/** Since when a document is effective, until when it is valid, and when it is to be reviewed. */
export function DocumentDates({ documentId }: { documentId: string }) {
  const { lifecycle: words } = useTexts();
  const formats = useFormats();
  const { data: document } = useQuery(detailsQuery(documentId));
  const [isOpen, { open, close }] = useDisclosure();
  if (document === undefined) return null;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="dates-title">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4}>
          <Title order={2} size="h5" id="dates-title">
            {words.dates}
          </Title>
          <Group gap="xs 24px">
            {names.map((name) => (
              <Text size="sm" key={name}>
                <Text span c="dimmed">
                  {words[name]}:{" "}
                </Text>
                {document[name] === null ? words.noDate : formats.date(document[name])}
              </Text>
            ))}
          </Group>
        </Stack>
        <Button size="compact-sm" variant="default" onClick={open}>
          {words.changeDates}
        </Button>
      </Group>
      {isOpen && <DatesDialog documentId={documentId} dates={document} onClose={close} />}
    </Paper>
  );
}

interface DatesDialogProps {
  documentId: string;
  dates: Dates;
  onClose: () => void;
}

function DatesDialog({ documentId, dates, onClose }: DatesDialogProps) {
  const { lifecycle: words, ui } = useTexts();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<Dates>(dates);
  const saving = useMutation({
    mutationFn: () => {
      const { effectiveFrom, validUntil, reviewBy } = chosen;
      return assay.updateDocument(documentId, { effectiveFrom, validUntil, reviewBy });
    },
    onSuccess: async () => {
      notify(ui.saved);
      await client.invalidateQueries({ predicate: showsDocuments });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <Modal opened onClose={onClose} title={words.dates} closeButtonProps={{ "aria-label": ui.close }} centered>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          {names.map((name) => (
            <TextInput
              key={name}
              type="date"
              label={words[name]}
              description={words.hints[name]}
              value={chosen[name] ?? ""}
              onChange={({ currentTarget: { value } }) => setChosen({ ...chosen, [name]: value === "" ? null : value })}
            />
          ))}
          <DialogFooter confirm={ui.save} onCancel={onClose} mutation={saving} />
        </Stack>
      </form>
    </Modal>
  );
}
