import { Modal, Stack } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTexts } from "../texts/texts-context.tsx";
import { DialogFooter } from "../ui/dialog-footer.tsx";
import { notify } from "../ui/notify.ts";
import { GapFields, given } from "./gap-fields.tsx";
import { type GapChanges, useChangeGaps } from "./gap-queries.ts";

/** Changes several gaps together: only what is filled in. */
export function BulkEdit({ gaps, onClose, onSaved }: { gaps: string[]; onClose: () => void; onSaved: () => void }) {
  const { gaps: words, ui } = useTexts();
  const [changes, setChanges] = useState<GapChanges>({});
  const saving = useChangeGaps(gaps);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate(given(changes), {
      onSuccess: () => {
        notify(ui.saved);
        onSaved();
      },
    });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.changeSelected(gaps.length)}
      closeButtonProps={{ "aria-label": ui.close }}
      centered
    >
      <form onSubmit={submit} noValidate aria-label={words.changeSelected(gaps.length)}>
        <Stack gap="md">
          <GapFields changes={changes} onChange={setChanges} />
          <DialogFooter
            confirm={ui.save}
            onCancel={onClose}
            mutation={saving}
            isDisabled={Object.keys(given(changes)).length === 0}
          />
        </Stack>
      </form>
    </Modal>
  );
}
