import { Button, Center } from "@mantine/core";
import { useTexts } from "../texts/texts-context.tsx";

interface MoreButtonProps {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** Loads the next page of a list, if there is one. */
export function MoreButton({ hasNextPage, isFetchingNextPage, fetchNextPage }: MoreButtonProps) {
  const { ui } = useTexts();
  if (!hasNextPage) return null;
  return (
    <Center>
      <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {ui.more}
      </Button>
    </Center>
  );
}
