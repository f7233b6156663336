import { readVal } from "./docx-styles.ts";
import { formatNumber } from "./list-number.ts";
import { childElements, findElement, type XmlElement } from "./stream-xml.ts";

/** Numbers of headings and list items are not in the file but counted. People cite them ("clause 5.2"), so they are added. */
interface Level {
  start: number;
  format: string;
  /** "%1.%2." */
  pattern: string;
  /** The level after which the count restarts; 0 for never. */
  restartsAfter: number | undefined;
  /** "1.1" even if the chapter is "I". */
  isLegal: boolean;
}

const maxLevels = 9;
/** A number is repeated for every paragraph of its list; real ones ("Article %1.%2") are far shorter. */
const maxPatternLength = 100;

function parseLevel(element: XmlElement): Level {
  const restart = readVal(findElement(element, "w:lvlRestart"));
  return {
    start: Number(readVal(findElement(element, "w:start")) ?? 0),
    format: readVal(findElement(element, "w:numFmt")) ?? "decimal",
    pattern: (readVal(findElement(element, "w:lvlText")) ?? "").slice(0, maxPatternLength),
    restartsAfter: restart === undefined ? undefined : Number(restart),
    isLegal: findElement(element, "w:isLgl") !== undefined,
  };
}

export class DocxNumbering {
  #abstract = new Map<string, Map<number, Level>>();
  #numberings = new Map<string, { abstractId: string; levels: Map<number, Level>; overridden: Set<number> }>();
  /** Lists with the same definition share their counters. */
  #counters = new Map<string, (number | undefined)[]>();
  #started = new Set<string>();

  constructor(root: XmlElement | undefined) {
    const styleLinks = new Map<string, string>();
    for (const element of childElements(root, "w:abstractNum")) {
      const id = element.attributes["w:abstractNumId"] ?? "";
      this.#abstract.set(id, this.#parseLevels(element));
      const styleLink = readVal(findElement(element, "w:styleLink"));
      if (styleLink !== undefined) styleLinks.set(styleLink, id);
    }
    // A definition may refer to another one by its style.
    for (const element of childElements(root, "w:abstractNum")) {
      const target = styleLinks.get(readVal(findElement(element, "w:numStyleLink")) ?? "");
      const levels = target === undefined ? undefined : this.#abstract.get(target);
      if (levels !== undefined) this.#abstract.set(element.attributes["w:abstractNumId"] ?? "", levels);
    }
    for (const element of childElements(root, "w:num")) this.#addNumbering(element);
  }

  #parseLevels(element: XmlElement): Map<number, Level> {
    // Each list copies the levels of its definition, so a definition must not have more than Word allows.
    return new Map(
      childElements(element, "w:lvl")
        .slice(0, maxLevels)
        .map((level) => [Number(level.attributes["w:ilvl"] ?? 0), parseLevel(level)]),
    );
  }

  #addNumbering(element: XmlElement): void {
    const abstractId = readVal(findElement(element, "w:abstractNumId")) ?? "";
    const levels = new Map(this.#abstract.get(abstractId));
    const overridden = new Set<number>();
    for (const override of childElements(element, "w:lvlOverride")) {
      const index = Number(override.attributes["w:ilvl"] ?? 0);
      const own = findElement(override, "w:lvl");
      const start = readVal(findElement(override, "w:startOverride"));
      const level = own ? parseLevel(own) : levels.get(index);
      if (level === undefined) continue;
      levels.set(index, start === undefined ? level : { ...level, start: Number(start) });
      if (start !== undefined) overridden.add(index);
    }
    this.#numberings.set(element.attributes["w:numId"] ?? "", { abstractId, levels, overridden });
  }

  /** Counts one paragraph and returns its number; empty for bullets, undefined for an unknown list. */
  next(id: string, levelIndex: number): string | undefined {
    const numbering = this.#numberings.get(id);
    if (numbering === undefined || !(levelIndex >= 0 && levelIndex < maxLevels)) return undefined;
    const { levels } = numbering;
    const counters = this.#findCounters(id, numbering);
    const level = levels.get(levelIndex);
    if (level === undefined) return "";
    counters[levelIndex] = (counters[levelIndex] ?? level.start - 1) + 1;
    for (let below = levelIndex + 1; below < maxLevels; below++) {
      const restartsAfter = levels.get(below)?.restartsAfter;
      if (restartsAfter === undefined || (restartsAfter > 0 && levelIndex < restartsAfter)) counters[below] = undefined;
    }
    if (level.format === "bullet" || level.format === "none") return "";
    return level.pattern.replace(/%([1-9])/g, (_, digit: string) => {
      const index = Number(digit) - 1;
      const shown = levels.get(index);
      const value = counters[index] ?? shown?.start ?? 1;
      return formatNumber(value, level.isLegal ? "decimal" : (shown?.format ?? "decimal"));
    });
  }

  #findCounters(
    id: string,
    { abstractId, overridden }: { abstractId: string; overridden: Set<number> },
  ): (number | undefined)[] {
    const counters = this.#counters.get(abstractId) ?? [];
    this.#counters.set(abstractId, counters);
    // A list with its own start restarts the first time it is used.
    if (!this.#started.has(id)) {
      this.#started.add(id);
      for (const index of overridden) counters[index] = undefined;
    }
    return counters;
  }
}
