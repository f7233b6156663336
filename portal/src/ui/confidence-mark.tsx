import { Tooltip, VisuallyHidden } from "@mantine/core";
import { IconEyeExclamation } from "@tabler/icons-react";
import { capitalised } from "../texts/page-names.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { type Doubt, gradeOf, wholePercent } from "./confidence.ts";
import styles from "./confidence-mark.module.css";

interface ConfidenceMarkProps extends Doubt {
  of: "verdict" | "level";
  /** For a column of confidences: only what needs review is explained, so that the keyboard does not stop at every row. */
  isInColumn?: boolean;
}

/** The confidence in words and per cent, explained on hover and focus; what needs review stands out. */
export function ConfidenceMark({ confidence, needsReview, of, isInColumn = false }: ConfidenceMarkProps) {
  const { ui } = useTexts();
  const { confidence: words } = ui;
  const formats = useFormats();
  const percent = confidence === null ? null : wholePercent(confidence);
  const grade = (isInColumn ? words.grades : words.phrases)[gradeOf(confidence)];
  const shown = percent === null ? grade : `${grade}, ${formats.percent(percent)}`;
  if (isInColumn && !needsReview) return <span className={styles["mark"]}>{shown}</span>;
  const meaning = percent === null ? words.whyUnknown : words.meaning[of](formats.number(percent));
  return (
    <Tooltip
      label={needsReview ? `${meaning} ${words.advice}` : meaning}
      multiline
      maw={280}
      events={{ hover: true, focus: true, touch: true }}
      // Everything on the page belongs to a landmark.
      portalProps={{ target: "main" }}
    >
      <button type="button" className={styles["mark"]} data-needs-review={needsReview} data-testid="confidence">
        {needsReview && <IconEyeExclamation size={16} aria-hidden className={styles["icon"]} />}
        {needsReview && isInColumn && <VisuallyHidden>{ui.labelled(words.checkThis, "")}</VisuallyHidden>}
        {needsReview && !isInColumn ? ui.labelled(words.checkThis, shown) : capitalised(shown)}
      </button>
    </Tooltip>
  );
}
