import { Alert, SegmentedControl } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useSearch } from "@tanstack/react-router";
import { useTexts } from "../texts/texts-context.tsx";
import { AccountForm } from "./account-form.tsx";
import { KeyForm } from "./key-form.tsx";
import { ProviderButtons } from "./provider-buttons.tsx";
import { SignInFrame } from "./sign-in-frame.tsx";

type Way = "key" | "account";

export function SignInPage() {
  const { signIn } = useTexts();
  const { ended } = useSearch({ from: "/sign-in" });
  // Remembered, because a person uses the same way every day.
  const [way, setWay] = useLocalStorage<Way>({
    key: "assay.sign-in",
    defaultValue: "key",
    getInitialValueInEffect: false,
  });
  return (
    <SignInFrame title={signIn.title}>
      {ended && <Alert variant="light">{signIn.ended}</Alert>}
      <SegmentedControl
        fullWidth
        aria-label={signIn.way}
        value={way}
        onChange={(chosen) => setWay(chosen as Way)}
        data={[
          { value: "key", label: signIn.withKey },
          { value: "account", label: signIn.withAccount },
        ]}
      />
      {way === "key" ? <KeyForm /> : <AccountForm />}
      <ProviderButtons />
    </SignInFrame>
  );
}
