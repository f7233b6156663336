import type { KeyScope, OwnKey } from "@assay/sdk";
import { Checkbox, Stack, Textarea, TextInput } from "@mantine/core";
import { useTexts } from "../texts/texts-context.tsx";

export interface KeyFields {
  label: string;
  scopes: KeyScope[];
  /** One in each line. */
  networks: string;
}

export const fieldsOf = (key: OwnKey | undefined): KeyFields => ({
  label: key?.label ?? "",
  scopes: key?.scopes ?? ["all"],
  networks: (key?.networks ?? []).join("\n"),
});

export const toRestrictions = ({ label, scopes, networks }: KeyFields) => ({
  label: label.trim() === "" ? null : label.trim(),
  scopes,
  networks: networks.split(/[\s,;]+/).filter((network) => network !== ""),
});

const parts = ["read", "submit", "webhooks"] as const;

interface KeyFieldsProps {
  fields: KeyFields;
  onChange: (fields: KeyFields) => void;
  /** A partner's keys neither submit nor have a webhook. */
  tier: "partner" | "company";
  isChecked: boolean;
}

/** What a key is for, what it may do and from where. */
export function KeyFieldInputs({ fields, onChange, tier, isChecked }: KeyFieldsProps) {
  const { keys: words } = useTexts();
  const { label, scopes, networks } = fields;
  const change = (part: Partial<KeyFields>) => onChange({ ...fields, ...part });
  const shown = tier === "company" ? parts : parts.filter((scope) => scope === "read" || scopes.includes(scope));
  return (
    <>
      <TextInput
        label={words.label}
        description={words.labelHint}
        maxLength={100}
        value={label}
        onChange={({ currentTarget }) => change({ label: currentTarget.value })}
        data-autofocus
      />
      <Checkbox.Group
        label={words.scopes}
        value={scopes}
        onChange={(chosen) => change({ scopes: withoutConflict(scopes, chosen as KeyScope[]) })}
        error={isChecked && scopes.length === 0 && words.scopeMissing}
      >
        <Stack gap={6} mt={6}>
          {(["all", ...shown] as const).map((scope) => (
            <Checkbox key={scope} value={scope} label={words.scope[scope]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Textarea
        label={words.networks}
        description={words.networksHint}
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        value={networks}
        onChange={({ currentTarget }) => change({ networks: currentTarget.value })}
      />
    </>
  );
}

/** Everything contains the others: choosing it takes them away, and the other way round. */
function withoutConflict(before: KeyScope[], chosen: KeyScope[]): KeyScope[] {
  if (!chosen.includes("all") || chosen.length === 1) return chosen;
  return before.includes("all") ? chosen.filter((scope) => scope !== "all") : ["all"];
}
