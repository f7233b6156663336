import type { Partner } from "@assay/sdk";
import { Button, Modal, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPencil } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { administration } from "../service/administration.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { DialogFooter } from "../ui/dialog-footer.tsx";
import { notify } from "../ui/notify.ts";

export function RenamePartner({ partner }: { partner: Partner }) {
  const { admin, ui } = useTexts();
  const { partners: words } = admin;
  const client = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure();
  const [name, setName] = useState(partner.name);
  const [isChecked, setChecked] = useState(false);
  const saving = useMutation({
    mutationFn: () => administration.renamePartner(partner.partnerId, name.trim()),
    onSuccess: async () => {
      notify(ui.saved);
      await client.invalidateQueries({ queryKey: ["admin"] });
      close();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (name.trim() !== "") saving.mutate();
  };
  return (
    <>
      <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={open}>
        {words.rename}
      </Button>
      <Modal opened={isOpen} onClose={close} title={words.renameTitle} closeButtonProps={{ "aria-label": ui.close }}>
        <form onSubmit={submit} noValidate>
          <Stack gap="sm">
            <TextInput
              label={words.name}
              required
              data-autofocus
              maxLength={200}
              value={name}
              onChange={({ currentTarget: { value } }) => setName(value)}
              error={isChecked && name.trim() === "" && words.nameMissing}
            />
            <DialogFooter confirm={ui.save} onCancel={close} mutation={saving} />
          </Stack>
        </form>
      </Modal>
    </>
  );
}
