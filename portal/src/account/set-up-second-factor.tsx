import { Alert, Button, Center, Code, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { people } from "../service/assay.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { CopyTextButton } from "../ui/copy-text-button.tsx";
import { DialogFooter } from "../ui/dialog-footer.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { accountQuery } from "./account-queries.ts";
import { PasswordField } from "./password-field.tsx";
import { QrCode } from "./qr-code.tsx";

interface Secret {
  secret: string;
  uri: string;
}

/** Password, then the app with its first code, then the recovery codes. */
export function SetUpSecondFactor({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [begun, setBegun] = useState<Secret>();
  const [codes, setCodes] = useState<string[]>();
  const finish = () => {
    onClose();
    void client.invalidateQueries({ queryKey: accountQuery.queryKey });
  };
  if (codes !== undefined) return <RecoveryCodes codes={codes} onDone={finish} />;
  if (begun !== undefined) return <ConfirmApp secret={begun} onClose={onClose} onConfirmed={setCodes} />;
  return <AskPassword onClose={onClose} onBegun={setBegun} />;
}

function AskPassword({ onClose, onBegun }: { onClose: () => void; onBegun: (secret: Secret) => void }) {
  const { account } = useTexts();
  const { factor: words } = account;
  const [password, setPassword] = useState("");
  const [isChecked, setChecked] = useState(false);
  const beginning = useMutation({
    mutationFn: () => people.beginSecondFactor({ password }, { retries: 0 }),
    gcTime: 0,
    onSuccess: onBegun,
  });
  const submit = () => {
    setChecked(true);
    if (password !== "") beginning.mutate();
  };
  return (
    <FormDialog title={words.setUpTitle} onClose={onClose} onSubmit={submit}>
      <PasswordField
        label={words.password}
        description={words.passwordHint}
        value={password}
        onChange={setPassword}
        error={isChecked && password === "" && account.password.missing}
        isFirst
      />
      <DialogFooter confirm={words.next} onCancel={onClose} mutation={beginning} />
    </FormDialog>
  );
}

interface ConfirmAppProps {
  secret: Secret;
  onClose: () => void;
  onConfirmed: (codes: string[]) => void;
}

function ConfirmApp({ secret: { secret, uri }, onClose, onConfirmed }: ConfirmAppProps) {
  const { factor: words } = useTexts().account;
  const [code, setCode] = useState("");
  const [isChecked, setChecked] = useState(false);
  const confirming = useMutation({
    mutationFn: () => people.confirmSecondFactor({ code: code.replaceAll(/\s/g, "") }, { retries: 0 }),
    gcTime: 0,
    onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  });
  const submit = () => {
    setChecked(true);
    if (code.trim() !== "") confirming.mutate();
  };
  return (
    <FormDialog title={words.setUpTitle} onClose={onClose} onSubmit={submit}>
      <Text size="sm">{words.scan}</Text>
      <Center>
        <QrCode text={uri} label={words.qrCode} />
      </Center>
      <Stack gap={6} align="flex-start">
        <Text size="sm">{words.secret}</Text>
        <Code data-testid="factor-secret" style={{ overflowWrap: "anywhere" }}>
          {secret.match(/.{1,4}/g)?.join(" ")}
        </Code>
        <CopyTextButton text={secret} label={words.copySecret} />
      </Stack>
      <TextInput
        label={words.code}
        description={words.codeHint}
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
        error={isChecked && code.trim() === "" && words.codeMissing}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={12}
        data-autofocus
      />
      <DialogFooter confirm={words.confirm} onCancel={onClose} mutation={confirming} />
    </FormDialog>
  );
}

/** Closes only through its button, not by a stray click. */
function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { factor: words } = useTexts().account;
  return (
    <Modal
      opened
      onClose={onDone}
      title={words.codesTitle}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Alert variant="light" color="yellow" icon={<IconKey aria-hidden />}>
          {words.codesText}
        </Alert>
        <Code block data-testid="recovery-codes">
          {codes.join("\n")}
        </Code>
        <Group justify="space-between">
          <CopyTextButton text={codes.join("\n")} label={words.copyCodes} size="sm" />
          <Button onClick={onDone}>{words.codesDone}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
