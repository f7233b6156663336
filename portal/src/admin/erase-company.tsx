import type { CompanyOverview } from "@assay/sdk";
import { Button, Modal, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconTrash } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { administration } from "../service/administration.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { DialogFooter } from "../ui/dialog-footer.tsx";
import { notify } from "../ui/notify.ts";

/** Erases a company after the administrator has typed its name: erasure cannot be undone. */
export function EraseCompany({ company, onErased }: { company: CompanyOverview; onErased: () => void }) {
  const { admin, ui } = useTexts();
  const { companies: words } = admin;
  const queryClient = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure();
  const [typed, setTyped] = useState("");
  const isConfirmed = typed.trim() === company.name;
  const erase = useMutation({
    mutationFn: () => administration.eraseCompany(company.id),
    onSuccess: async () => {
      close();
      onErased();
      notify(words.erasing);
      await queryClient.invalidateQueries({ queryKey: ["admin", "companies"] });
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isConfirmed) erase.mutate();
  }

  return (
    <Stack gap="sm" align="flex-start">
      <div>
        <Title order={2} size="h4">
          {words.eraseCompany}
        </Title>
        <Text size="sm" c="dimmed">
          {words.eraseLead}
        </Text>
      </div>
      <Button
        color="red"
        variant="light"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => {
          setTyped("");
          erase.reset();
          open();
        }}
      >
        {words.erase}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={words.eraseTitle(company.name)}
        closeButtonProps={{ "aria-label": ui.close }}
      >
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <Text size="sm">{words.eraseText}</Text>
            <TextInput
              label={words.typeName(company.name)}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
            <DialogFooter
              confirm={words.erase}
              onCancel={close}
              mutation={erase}
              isDangerous
              isDisabled={!isConfirmed}
            />
          </Stack>
        </form>
      </Modal>
    </Stack>
  );
}
