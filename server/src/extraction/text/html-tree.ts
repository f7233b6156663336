import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  parse,
  type TreeAdapter,
} from "parse5";
import { UnreadableFile } from "../extracted-file.ts";

/** Each element looks through those around it. Browsers stop at 512. */
const maxDepth = 25_000;
/**
 * An element takes three characters at least. More elements than characters come from misnested formatting: HTML repeats all
 * open formatting in every paragraph, so the tree may be quadratic in the page.
 */
const maxElements = (html: string) => html.length + 1000;

const damaged = (detail: string) => new UnreadableFile(`The file is damaged: ${detail}.`);

export function parseTree(html: string): DefaultTreeAdapterTypes.Document {
  let elements = 0;
  let depth = 0;
  const treeAdapter: TreeAdapter<DefaultTreeAdapterMap> = {
    ...defaultTreeAdapter,
    createElement(...element) {
      if (++elements > maxElements(html)) throw damaged("its HTML repeats unclosed formatting again and again");
      return defaultTreeAdapter.createElement(...element);
    },
    onItemPush() {
      if (++depth > maxDepth) throw damaged("its HTML is nested too deep");
    },
    onItemPop() {
      depth--;
    },
  };
  return parse(html, { scriptingEnabled: false, treeAdapter });
}
