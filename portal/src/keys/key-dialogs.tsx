import type { OwnKey } from "@assay/sdk";
import { NativeSelect, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { assay } from "../service/assay.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { DialogFooter } from "../ui/dialog-footer.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { shownKey } from "../ui/key-state.tsx";
import { fieldsOf, KeyFieldInputs, toRestrictions } from "./key-fields.tsx";

/** A key is valid until the end of its last day in the reader's time zone. */
const endOfDay = (day: string) => new Date(`${day}T23:59:59`);

interface IssueProps {
  companyId: string | undefined;
  tier: "partner" | "company";
  onClose: () => void;
  onIssued: (apiKey: string) => void;
}

export function IssueOwnKey({ companyId, tier, onClose, onIssued }: IssueProps) {
  const { partner: words } = useTexts().admin;
  const [fields, setFields] = useState(fieldsOf(undefined));
  const [day, setDay] = useState("");
  const [isChecked, setChecked] = useState(false);
  const isPast = day !== "" && !(endOfDay(day).getTime() > Date.now());
  const issuing = useMutation({
    mutationFn: () =>
      assay.issueKey({
        ...toRestrictions(fields),
        ...(companyId !== undefined && { companyId }),
        ...(day !== "" && { expiresAt: endOfDay(day).toISOString() }),
      }),
    // The response contains the key, which must not outlive the dialog.
    gcTime: 0,
    onSuccess: ({ apiKey }) => onIssued(apiKey),
  });
  const submit = () => {
    setChecked(true);
    if (!isPast && fields.scopes.length > 0) issuing.mutate();
  };
  return (
    <FormDialog title={words.issueTitle} onClose={onClose} onSubmit={submit}>
      <KeyFieldInputs fields={fields} onChange={setFields} tier={tier} isChecked={isChecked} />
      <TextInput
        type="date"
        label={words.expiry}
        description={words.expiryHint}
        value={day}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
        error={isChecked && isPast && words.expiryPast}
      />
      <DialogFooter confirm={words.issue} onCancel={onClose} mutation={issuing} />
    </FormDialog>
  );
}

export function EditOwnKey({ ownKey, onClose, onSaved }: { ownKey: OwnKey; onClose: () => void; onSaved: () => void }) {
  const { keys: words, ui } = useTexts();
  const [fields, setFields] = useState(fieldsOf(ownKey));
  const [isChecked, setChecked] = useState(false);
  const saving = useMutation({
    mutationFn: () => assay.updateKey(ownKey.keyId, toRestrictions(fields)),
    onSuccess: onSaved,
  });
  const submit = () => {
    setChecked(true);
    if (fields.scopes.length > 0) saving.mutate();
  };
  return (
    <FormDialog title={words.editTitle} onClose={onClose} onSubmit={submit}>
      <KeyFieldInputs fields={fields} onChange={setFields} tier={ownKey.tier} isChecked={isChecked} />
      <DialogFooter confirm={ui.save} onCancel={onClose} mutation={saving} />
    </FormDialog>
  );
}

const overlapSeconds = { none: 0, hour: 3600, day: 24 * 3600, week: 7 * 24 * 3600 };
type Overlap = keyof typeof overlapSeconds;

interface RotateProps {
  ownKey: OwnKey;
  onClose: () => void;
  onIssued: (apiKey: string, oldKeyValidUntil: string) => void;
}

export function RotateOwnKey({ ownKey, onClose, onIssued }: RotateProps) {
  const { keys: words } = useTexts();
  const [overlap, setOverlap] = useState<Overlap>("day");
  const rotating = useMutation({
    mutationFn: async () => {
      const until = new Date(Date.now() + overlapSeconds[overlap] * 1000).toISOString();
      const rotated = await assay.rotateKey(ownKey.keyId, overlap === "none" ? {} : { oldKeyValidUntil: until });
      // By the service's clock, which may be ahead of the reader's.
      if (overlap === "none") await assay.revokeOwnKey(ownKey.keyId);
      return rotated;
    },
    gcTime: 0,
    onSuccess: ({ apiKey, oldKeyValidUntil }) => onIssued(apiKey, overlap === "none" ? "" : oldKeyValidUntil),
  });
  return (
    <FormDialog title={words.rotateTitle} onClose={onClose} onSubmit={() => rotating.mutate()}>
      <Text size="sm">{words.rotateText(shownKey(ownKey))}</Text>
      <NativeSelect
        label={words.overlap}
        value={overlap}
        onChange={({ currentTarget }) => setOverlap(currentTarget.value as Overlap)}
        data={(["none", "hour", "day", "week"] as const).map((value) => ({ value, label: words.overlaps[value] }))}
        data-autofocus
      />
      <DialogFooter confirm={words.rotate} onCancel={onClose} mutation={rotating} />
    </FormDialog>
  );
}
