import type { Answer, PersonRole } from "@assay/sdk";
import { Alert, Button, Code, Group, Modal, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { IconMail, IconMailOff } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { people } from "../service/assay.ts";
import type { Role } from "../service/session-query.ts";
import { type Language, languageNames } from "../texts/language.ts";
import { useFormats, useSpoken, useTexts } from "../texts/texts-context.tsx";
import { CopyTextButton } from "../ui/copy-text-button.tsx";
import { DialogFooter } from "../ui/dialog-footer.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { organisationRoles } from "./organisation-roles.ts";
import { invitationsKey } from "./people-queries.ts";
import { RoleField } from "./role-field.tsx";

export interface Invited {
  email: string;
  name: string;
  role: PersonRole;
}

interface InvitePersonProps {
  tier: Role;
  /** The role that is chosen at first. */
  role: PersonRole;
  /** Of the invitation that gets a new link; undefined for a new person. */
  again: Invited | undefined;
  onClose: () => void;
}

/** Asks whom to invite, then shows the link once or says that it was mailed. */
export function InvitePerson({ tier, role: firstRole, again, onClose }: InvitePersonProps) {
  const { people: texts } = useTexts();
  const { invite: words } = texts;
  const { language: ownLanguage } = useSpoken();
  const client = useQueryClient();
  const [{ email, name, role }, setFields] = useState<Invited>(again ?? { email: "", name: "", role: firstRole });
  const [language, setLanguage] = useState<Language>(ownLanguage);
  const [isChecked, setChecked] = useState(false);
  const change = (part: Partial<Invited>) => setFields((before) => ({ ...before, ...part }));
  const inviting = useMutation({
    mutationFn: () => people.invitePerson({ email: email.trim(), name: name.trim(), role, language }),
    // The response contains the link, which must not outlive the dialog.
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: invitationsKey }),
  });
  const submit = () => {
    setChecked(true);
    if (email.includes("@") && name.trim() !== "") inviting.mutate();
  };
  if (inviting.data !== undefined) return <ShownInvitation invitation={inviting.data} onDone={onClose} />;
  return (
    <FormDialog title={words.label} onClose={onClose} onSubmit={submit}>
      {again !== undefined && <Text size="sm">{words.again}</Text>}
      <TextInput
        type="email"
        label={texts.email}
        value={email}
        readOnly={again !== undefined}
        maxLength={254}
        autoComplete="off"
        onChange={({ currentTarget }) => change({ email: currentTarget.value })}
        error={isChecked && !email.includes("@") && words.emailMissing}
        data-autofocus
      />
      <TextInput
        label={texts.name}
        value={name}
        maxLength={200}
        autoComplete="off"
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        error={isChecked && name.trim() === "" && words.nameMissing}
      />
      {organisationRoles[tier].length > 1 && (
        <RoleField tier={tier} value={role} onChange={(chosen) => change({ role: chosen })} />
      )}
      <NativeSelect
        label={words.language}
        description={words.languageHint}
        data={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
        value={language}
        onChange={({ currentTarget }) => setLanguage(currentTarget.value as Language)}
      />
      <DialogFooter confirm={words.submit} onCancel={onClose} mutation={inviting} />
    </FormDialog>
  );
}

/** Closes only through its button, not by a stray click. */
function ShownInvitation({ invitation, onDone }: { invitation: Answer<"invitePerson">; onDone: () => void }) {
  const { invite: words } = useTexts().people;
  const formats = useFormats();
  const { path, name, email, expiresAt } = invitation;
  const link = path === null ? undefined : window.location.origin + path;
  return (
    <Modal
      opened
      onClose={onDone}
      title={words.doneTitle(name)}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      centered
      size="lg"
    >
      <Stack gap="md">
        {link === undefined ? (
          <Alert variant="light" color="green" icon={<IconMail aria-hidden />}>
            {words.mailed(email)}
          </Alert>
        ) : (
          <>
            <Alert variant="light" color="yellow" icon={<IconMailOff aria-hidden />}>
              {words.handOver}
            </Alert>
            <Code block data-testid="invitation-link" style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
              {link}
            </Code>
          </>
        )}
        <Text size="sm">{words.valid(formats.dateTime(expiresAt))}</Text>
        <Group justify="space-between">
          {link !== undefined && <CopyTextButton text={link} label={words.copy} size="sm" />}
          <Button onClick={onDone} ml="auto">
            {words.done}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
