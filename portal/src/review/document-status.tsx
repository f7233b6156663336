import type { Document } from "@assay/sdk";
import { useTexts } from "../texts/texts-context.tsx";
import styles from "./level.module.css";

const colours: Record<Document["status"], string> = {
  queued: "var(--level-not-judged)",
  processing: "var(--mantine-primary-color-filled)",
  completed: "var(--level-compliant)",
  failed: "var(--level-non-compliant)",
};

/** A status as text, with a colour for scanning lists. */
export function DocumentStatus({ status }: { status: Document["status"] }) {
  const { statuses } = useTexts().review.documents;
  return (
    <span className={styles["mark"]}>
      <span className={styles["dot"]} style={{ background: colours[status] }} aria-hidden />
      {statuses[status]}
    </span>
  );
}
