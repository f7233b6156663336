import { AssayError } from "@assay/sdk";
import { Alert, Button, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { people } from "../service/assay.ts";
import { sessionQuery } from "../service/session-query.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { SignInFrame } from "./sign-in-frame.tsx";

/**
 * Where the link to a review leads. Its token is behind the #, so that no server sees it in an address. It is opened by a
 * press of the button: programs that only look at links must not count as readers.
 */
export function SharedPage() {
  const { shared: words, tooMany } = useTexts().signIn;
  const token = useLocation({ select: ({ hash }) => hash });
  const client = useQueryClient();
  const navigate = useNavigate();
  const opening = useMutation({
    mutationFn: () => people.openReviewLink(token, { retries: 0 }),
    gcTime: 0,
    onSuccess: async (session) => {
      client.clear();
      client.setQueryData(sessionQuery.queryKey, session);
      const id = session.reviewLink?.reviewId;
      if (id !== undefined) await navigate({ to: "/reviews/$id", params: { id }, replace: true });
    },
  });
  const { error } = opening;
  const status = error instanceof AssayError ? error.status : undefined;
  const isGone = token === "" || status === 401 || status === 400;
  return (
    <SignInFrame title={words.title}>
      <Stack gap="md">
        <Text size="sm">{words.lead}</Text>
        {isGone && (
          <Alert variant="light" color="yellow">
            {words.gone}
          </Alert>
        )}
        {error !== null && status === 429 && (
          <Alert variant="light" color="yellow">
            {tooMany(error instanceof AssayError ? (error.retryAfterSeconds ?? 60) : 60)}
          </Alert>
        )}
        {error !== null && !isGone && status !== 429 && <ErrorState error={error} />}
        <Button loading={opening.isPending} disabled={isGone} onClick={() => opening.mutate()}>
          {words.open}
        </Button>
      </Stack>
    </SignInFrame>
  );
}
