import type { Level } from "../items/item-row.ts";
import { useTexts } from "../texts/texts-context.tsx";
import styles from "./level.module.css";

export const levelColours: Record<Level, string> = {
  compliant: "var(--level-compliant)",
  partially_compliant: "var(--level-partially-compliant)",
  non_compliant: "var(--level-non-compliant)",
  not_applicable: "var(--level-not-judged)",
  notJudged: "var(--level-not-judged)",
};

export function useLevelNames(): Record<Level, string> {
  const { levels } = useTexts().ui;
  return { ...levels, notJudged: levels.none };
}

/** A level as text and colour, because not everyone can tell the colours apart. */
export function LevelMark({ level, label }: { level: Level; label?: string | undefined }) {
  const names = useLevelNames();
  return (
    <span className={styles["mark"]}>
      <span className={styles["dot"]} style={{ background: levelColours[level] }} aria-hidden />
      {label ?? names[level]}
    </span>
  );
}
