import type { Member } from "@assay/sdk";
import { Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { people } from "../service/assay.ts";
import type { Role } from "../service/session-query.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { DialogFooter } from "../ui/dialog-footer.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { RoleField } from "./role-field.tsx";

interface ChangeRoleProps {
  member: Member;
  tier: Role;
  isOwn: boolean;
  onClose: () => void;
  onChanged: () => void;
}

export function ChangeRole({ member, tier, isOwn, onClose, onChanged }: ChangeRoleProps) {
  const { people: texts, ui } = useTexts();
  const { changeRole: words } = texts;
  const [role, setRole] = useState(member.role);
  const saving = useMutation({
    mutationFn: () => people.changeRole(member.membershipId, { role }),
    onSuccess: onChanged,
  });
  return (
    <FormDialog title={words.title(member.name)} onClose={onClose} onSubmit={() => saving.mutate()}>
      <Text size="sm">{isOwn ? words.ownText : words.text}</Text>
      <RoleField tier={tier} value={role} onChange={setRole} />
      <DialogFooter confirm={ui.save} onCancel={onClose} mutation={saving} isDisabled={role === member.role} />
    </FormDialog>
  );
}
