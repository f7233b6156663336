import { Button, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { people } from "../service/assay.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { DialogFooter } from "../ui/dialog-footer.tsx";
import { FormDialog } from "../ui/form-dialog.tsx";
import { notify } from "../ui/notify.ts";
import { StateBadge } from "../ui/state-badge.tsx";
import { AccountCard } from "./account-card.tsx";
import { type Account, accountQuery } from "./account-queries.ts";
import { PasswordField } from "./password-field.tsx";

const SetUpSecondFactor = lazy(async () => ({
  default: (await import("./set-up-second-factor.tsx")).SetUpSecondFactor,
}));

/** Whether signing in needs a code of an authenticator app. */
export function SecondFactorCard({ account }: { account: Account }) {
  const { hasSecondFactor, recoveryCodesLeft } = account;
  const { factor: words } = useTexts().account;
  const [isOpen, setOpen] = useState<"setUp" | "remove">();
  const close = () => setOpen(undefined);
  return (
    <AccountCard
      title={words.title}
      badge={
        <StateBadge color={hasSecondFactor ? "green" : "gray"}>{hasSecondFactor ? words.on : words.off}</StateBadge>
      }
      action={
        <Button size="compact-sm" variant="default" onClick={() => setOpen(hasSecondFactor ? "remove" : "setUp")}>
          {hasSecondFactor ? words.remove : words.setUp}
        </Button>
      }
    >
      <Text size="sm">
        {hasSecondFactor ? `${words.codesLeft(recoveryCodesLeft)} ${words.newCodes}` : words.offText}
      </Text>
      {isOpen === "setUp" && (
        <Suspense>
          <SetUpSecondFactor onClose={close} />
        </Suspense>
      )}
      {isOpen === "remove" && <RemoveSecondFactor onClose={close} />}
    </AccountCard>
  );
}

function RemoveSecondFactor({ onClose }: { onClose: () => void }) {
  const { account } = useTexts();
  const { factor: words } = account;
  const client = useQueryClient();
  const [password, setPassword] = useState("");
  const [isChecked, setChecked] = useState(false);
  const removing = useMutation({
    mutationFn: () => people.removeSecondFactor({ password }, { retries: 0 }),
    gcTime: 0,
    onSuccess: () => {
      notify(words.removed);
      onClose();
      return client.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
  const submit = () => {
    setChecked(true);
    if (password !== "") removing.mutate();
  };
  return (
    <FormDialog title={words.removeTitle} onClose={onClose} onSubmit={submit}>
      <Text size="sm">{words.removeText}</Text>
      <PasswordField
        label={words.password}
        value={password}
        onChange={setPassword}
        error={isChecked && password === "" && account.password.missing}
        isFirst
      />
      <DialogFooter confirm={words.remove} onCancel={onClose} mutation={removing} isDangerous />
    </FormDialog>
  );
}
