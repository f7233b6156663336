import { PasswordInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useTexts } from "../texts/texts-context.tsx";

interface PasswordFieldProps {
  label: string;
  description?: string;
  value: string;
  onChange: (value: string) => void;
  error: ReactNode;
  isNew?: boolean;
  isFirst?: boolean;
}

export function PasswordField({ label, description, value, onChange, error, isNew, isFirst }: PasswordFieldProps) {
  const { show } = useTexts().signIn.account;
  return (
    <PasswordInput
      label={label}
      description={description}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={error}
      autoComplete={isNew ? "new-password" : "current-password"}
      visibilityToggleButtonProps={{ "aria-label": show }}
      {...(isFirst && { "data-autofocus": true })}
    />
  );
}
