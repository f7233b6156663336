/** A passage that a person selected on a page of the document. */
export interface MarkedPassage {
  fileId: string;
  pageNumber: number;
  start: number;
  end: number;
  text: string;
}

/** The selected range of a page's text, if what is selected lies in it; the paragraphs tell where they start. */
export function readSelection(frame: HTMLElement): { start: number; end: number } | undefined {
  const selection = document.getSelection();
  if (selection === null || selection.rangeCount === 0 || selection.isCollapsed) return undefined;
  const range = selection.getRangeAt(0);
  const start = offsetOf(frame, range.startContainer, range.startOffset);
  const end = offsetOf(frame, range.endContainer, range.endOffset);
  return start === undefined || end === undefined || end <= start ? undefined : { start, end };
}

function offsetOf(frame: HTMLElement, node: Node, offset: number): number | undefined {
  const element = node instanceof Element ? node : node.parentElement;
  const paragraph = element?.closest<HTMLElement>("[data-start]");
  if (!paragraph || !frame.contains(paragraph)) return undefined;
  const before = document.createRange();
  before.setStart(paragraph, 0);
  before.setEnd(node, offset);
  return Number(paragraph.dataset["start"]) + before.toString().length;
}
