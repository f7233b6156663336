import { Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { people } from "../service/assay.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { DialogFooter } from "../ui/dialog-footer.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { notify } from "../ui/notify.ts";
import { AccountCard } from "./account-card.tsx";
import { accountQuery } from "./account-queries.ts";
import { PasswordField } from "./password-field.tsx";

export function PasswordCard({ changedAt }: { changedAt: string }) {
  const { password: words } = useTexts().account;
  const formats = useFormats();
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <AccountCard
      title={words.title}
      action={
        <Button size="compact-sm" variant="default" onClick={open}>
          {words.change}
        </Button>
      }
    >
      <Text size="sm">{words.changedAt(formats.date(changedAt))}</Text>
      {isOpen && <ChangePassword onClose={close} />}
    </AccountCard>
  );
}

function ChangePassword({ onClose }: { onClose: () => void }) {
  const { password: words } = useTexts().account;
  const client = useQueryClient();
  const [currentPassword, setCurrent] = useState("");
  const [newPassword, setNew] = useState("");
  const [isChecked, setChecked] = useState(false);
  const changing = useMutation({
    mutationFn: () => people.changePassword({ currentPassword, newPassword }, { retries: 0 }),
    // Forget the passwords as soon as the attempt ends.
    gcTime: 0,
    onSuccess: () => {
      notify(words.done);
      onClose();
      return client.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
  const submit = () => {
    setChecked(true);
    if (currentPassword !== "" && newPassword !== "") changing.mutate();
  };
  return (
    <FormDialog title={words.change} onClose={onClose} onSubmit={submit}>
      <PasswordField
        label={words.current}
        value={currentPassword}
        onChange={setCurrent}
        error={isChecked && currentPassword === "" && words.missing}
        isFirst
      />
      <PasswordField
        label={words.next}
        description={words.hint}
        value={newPassword}
        onChange={setNew}
        error={isChecked && newPassword === "" && words.nextMissing}
        isNew
      />
      <Text size="sm">{words.consequence}</Text>
      <DialogFooter confirm={words.change} onCancel={onClose} mutation={changing} />
    </FormDialog>
  );
}
