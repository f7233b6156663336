import { Checkbox, Modal, MultiSelect, Stack, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { administration } from "../service/administration.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { DialogFooter } from "../ui/dialog-footer.tsx";
import { ShownOnceKey } from "../ui/shown-once-key.tsx";
import { frameworksQuery } from "./admin-queries.ts";

/** Creates a partner and shows its first key once. */
export function CreatePartner({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { admin, ui } = useTexts();
  const words = admin.partners;
  const queryClient = useQueryClient();
  const frameworks = useQuery({ ...frameworksQuery, enabled: isOpen });
  const [name, setName] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const [isEverything, setIsEverything] = useState(true);
  const [frameworkIds, setFrameworkIds] = useState<string[]>([]);
  const [apiKey, setApiKey] = useState<string>();

  const create = useMutation({
    mutationFn: () => administration.createPartner({ name: name.trim(), ...(!isEverything && { frameworkIds }) }),
    // The response contains the key, which must not outlive the dialog.
    gcTime: 0,
    onSuccess: (created) => {
      setApiKey(created.apiKey);
      setName("");
      setIsEverything(true);
      setFrameworkIds([]);
      onClose();
      void queryClient.invalidateQueries({ queryKey: ["admin", "partners"] });
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsMissing(name.trim() === "");
    if (name.trim() !== "") create.mutate();
  }

  return (
    <>
      <Modal opened={isOpen} onClose={onClose} title={words.create} closeButtonProps={{ "aria-label": ui.close }}>
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <TextInput
              label={words.name}
              value={name}
              maxLength={200}
              onChange={(event) => setName(event.currentTarget.value)}
              error={isMissing && words.nameMissing}
              data-autofocus
            />
            <Checkbox
              label={words.everyFramework}
              checked={isEverything}
              onChange={(event) => setIsEverything(event.currentTarget.checked)}
            />
            {!isEverything && (
              <MultiSelect
                label={words.onlyThese}
                data={(frameworks.data ?? []).map(({ id, name: label }) => ({ value: id, label }))}
                value={frameworkIds}
                onChange={setFrameworkIds}
                searchable
                hidePickedOptions
              />
            )}
            <DialogFooter confirm={words.create} onCancel={onClose} mutation={create} />
          </Stack>
        </form>
      </Modal>
      <ShownOnceKey
        apiKey={apiKey}
        onDone={() => {
          setApiKey(undefined);
          create.reset();
        }}
      />
    </>
  );
}
