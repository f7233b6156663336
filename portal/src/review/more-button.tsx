import { Button } from "@mantine/core";
import { useTexts } from "../texts/texts-context.tsx";

interface MoreButtonProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

/** The next page of a list, while there is one. */
export function MoreButton({ query }: MoreButtonProps) {
  const { ui } = useTexts();
  if (!query.hasNextPage) return null;
  return (
    <Button
      variant="default"
      loading={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
      style={{ alignSelf: "center" }}
    >
      {ui.more}
    </Button>
  );
}
