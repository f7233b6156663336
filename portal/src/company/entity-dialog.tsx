import type { BusinessEntity } from "@assay/sdk";
import { Modal, Stack, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { assay } from "../service/assay.ts";
import { entitiesQuery } from "../service/entities-query.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { DialogFooter } from "../ui/dialog-footer.tsx";

/** Creates or renames an entity. The description can only be given on creation. */
export function EntityDialog({ entity, onClose }: { entity: BusinessEntity | undefined; onClose: () => void }) {
  const { company, ui } = useTexts();
  const { entities: words } = company;
  const client = useQueryClient();
  const [name, setName] = useState(entity?.name ?? "");
  const [description, setDescription] = useState("");
  const [isChecked, setChecked] = useState(false);
  const saving = useMutation({
    mutationFn: async () => {
      if (entity !== undefined) await assay.updateBusinessEntity(entity.id, { name: name.trim() });
      else await assay.createBusinessEntity({ name: name.trim(), description: description.trim() || null });
      await client.invalidateQueries({ queryKey: entitiesQuery.queryKey });
    },
    onSuccess: onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (name.trim() !== "") saving.mutate();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={entity === undefined ? words.add : words.renameTitle}
      closeButtonProps={{ "aria-label": ui.close }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <TextInput
            label={words.name}
            required
            data-autofocus
            maxLength={200}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            error={isChecked && name.trim() === "" && words.nameMissing}
          />
          {entity === undefined && (
            <Textarea
              label={words.description}
              autosize
              minRows={2}
              maxLength={500}
              value={description}
              onChange={({ currentTarget }) => setDescription(currentTarget.value)}
            />
          )}
          <DialogFooter confirm={ui.save} onCancel={onClose} mutation={saving} />
        </Stack>
      </form>
    </Modal>
  );
}
