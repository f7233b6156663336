import { AssayError } from "@assay/sdk";
import { Alert, Button, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { people } from "../service/assay.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { LoadingState } from "../ui/loading-state.tsx";
import { providerResponse } from "./provider-response.ts";
import { SignInFrame } from "./sign-in-frame.tsx";
import { useSignedIn } from "./use-signed-in.ts";

/** Where an identity provider sends the browser back to. */
export function CallbackPage() {
  const { signIn } = useTexts();
  const { provider: words } = signIn;
  const navigate = useNavigate();
  const goOn = useSignedIn();
  const { mutate, error } = useMutation({
    // A response is valid once.
    mutationFn: () => people.finishProviderSignIn(providerResponse(), { retries: 0 }),
    gcTime: 0,
    onSuccess: ({ session, page }) => goOn(session, page ?? undefined),
  });
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    mutate();
  }, [mutate]);
  const isRefused = error instanceof AssayError && (error.status === 401 || error.status === 400);
  return (
    <SignInFrame title={signIn.title}>
      {error === null ? (
        <LoadingState rows={3} />
      ) : (
        <Stack gap="md">
          {isRefused ? (
            <Alert variant="light" color="yellow">
              {words.refused}
            </Alert>
          ) : (
            <ErrorState error={error} />
          )}
          <Button variant="default" onClick={() => void navigate({ to: "/sign-in" })}>
            {words.back}
          </Button>
        </Stack>
      )}
    </SignInFrame>
  );
}
