import type { DocumentPage } from "@assay/sdk";
import { Skeleton } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTexts } from "../texts/texts-context.tsx";
import styles from "./page-picture.module.css";
import { showInWindow } from "./show-in-window.ts";

type Highlight = NonNullable<DocumentPage["highlight"]>;

interface PagePictureProps {
  /** Absent while the image is being rendered. */
  url: string | undefined;
  highlight: Highlight;
  /** The image's text alternative: page and file name. */
  description: string;
  /** 1 fits the frame. */
  zoom: number;
}

const percent = (part: number) => `${part * 100}%`;

/** A page image with the quoted words highlighted and scrolled into view. */
export function PagePicture({ url, highlight, description, zoom }: PagePictureProps) {
  const { item } = useTexts().evidence;
  const { width, height, boxes, areExact } = highlight;
  const frame = useRef<HTMLElement>(null);
  const [first] = boxes;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new picture or size moves the words
  useEffect(() => {
    const { current } = frame;
    const sheet = current?.firstElementChild;
    if (!current || !sheet || first === undefined) return;
    const middle = ((first.left + first.right) / 2) * sheet.clientWidth;
    current.scrollTo({
      top: first.top * sheet.clientHeight - current.clientHeight / 3,
      left: middle - current.clientWidth / 2,
    });
  }, [first, zoom, url]);

  useEffect(() => {
    if (first !== undefined) showInWindow(frame.current?.querySelector("[data-testid=quote-box]"));
  }, [first]);

  return (
    // A scrollable element must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling is what it is for
    <section ref={frame} className={styles["frame"]} tabIndex={0} aria-label={item.pageFrame}>
      <div className={styles["sheet"]} style={{ width: percent(zoom), aspectRatio: `${width} / ${height}` }}>
        {url === undefined ? (
          <Skeleton height="100%" radius={0} />
        ) : (
          <img className={styles["picture"]} src={url} alt={description} data-testid="page-picture" />
        )}
        {boxes.map(({ left, top, right, bottom }) => (
          <span
            key={`${left} ${top}`}
            data-testid="quote-box"
            aria-hidden
            className={areExact ? styles["mark"] : `${styles["mark"]} ${styles["rough"]}`}
            style={{
              left: percent(left),
              top: percent(top),
              width: percent(right - left),
              height: percent(bottom - top),
            }}
          />
        ))}
      </div>
    </section>
  );
}
