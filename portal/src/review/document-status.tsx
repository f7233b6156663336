import type { Document } from "@assay/sdk";
import { Badge } from "@mantine/core";
import { useTexts } from "../texts/texts-context.tsx";

const colours: Record<Document["status"], string> = {
  queued: "gray",
  processing: "blue",
  completed: "teal",
  failed: "red",
};

export function DocumentStatus({ status }: { status: Document["status"] }) {
  const { statuses } = useTexts().review.documents;
  return (
    <Badge color={colours[status]} variant="light" tt="none" autoContrast>
      {statuses[status]}
    </Badge>
  );
}
