import type { DocumentPage } from "@assay/sdk";
import { useEffect, useRef } from "react";
import { readSelection } from "../decisions/marked-passage.ts";
import { useTexts } from "../texts/texts-context.tsx";
import styles from "./page-text.module.css";
import { showInWindow } from "./show-in-window.ts";

interface PageTextProps {
  page: DocumentPage;
  /** The quoted range of the page's text. */
  start: number;
  end: number;
  /** Called with what a person selects. */
  onSelect: (passage: { start: number; end: number; text: string }) => void;
}

/** A page as plain text with the quote highlighted. Markup in the document is never interpreted. */
export function PageText({ page: { text, paragraphs }, start, end, onSelect }: PageTextProps) {
  const { item } = useTexts().evidence;
  const frame = useRef<HTMLElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another quote is another place
  useEffect(() => {
    const { current } = frame;
    const mark = current?.querySelector("mark");
    if (!current || !mark) return;
    current.scrollTo({ top: mark.offsetTop - current.offsetTop - current.clientHeight / 3 });
    showInWindow(mark);
  }, [text, start, end]);

  useEffect(() => {
    const read = () => {
      const selected = frame.current && readSelection(frame.current);
      if (selected) onSelect({ ...selected, text: text.slice(selected.start, selected.end) });
    };
    document.addEventListener("selectionchange", read);
    return () => document.removeEventListener("selectionchange", read);
  }, [text, onSelect]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keyboard
    <section ref={frame} className={styles["frame"]} tabIndex={0} aria-label={item.pageFrame} data-testid="page-text">
      {paragraphs.map((paragraph) => {
        const from = Math.max(start, paragraph.start);
        const to = Math.min(end, paragraph.end);
        const isQuoted = from < to;
        return (
          <p key={paragraph.start} data-start={paragraph.start} className={styles[paragraph.kind]}>
            {text.slice(paragraph.start, isQuoted ? from : paragraph.end)}
            {isQuoted && <mark>{text.slice(from, to)}</mark>}
            {isQuoted && text.slice(to, paragraph.end)}
          </p>
        );
      })}
    </section>
  );
}
