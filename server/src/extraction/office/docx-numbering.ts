import { formatNumber } from "./list-number.ts";
import { elementsOf, findElement, type XmlElement } from "./xml-elements.ts";

/**
 * The numbers Word puts before headings and list items. They are not written into the paragraphs but counted on the way;
 * people cite them ("clause 5.2"), so they belong to the words.
 */
interface Level {
  start: number;
  format: string;
  /** "%1.%2." */
  pattern: string;
  /** Begins again after a level above it; 0 never does. */
  restartsAfter: number | undefined;
  /** "1.1" even where the chapter itself is "I". */
  isLegal: boolean;
}

const maxLevels = 9;

const stated = (element: XmlElement | undefined): string | undefined => element?.attributes["w:val"];

function levelOf(element: XmlElement): Level {
  const restart = stated(findElement(element, "w:lvlRestart"));
  return {
    start: Number(stated(findElement(element, "w:start")) ?? 0),
    format: stated(findElement(element, "w:numFmt")) ?? "decimal",
    pattern: stated(findElement(element, "w:lvlText")) ?? "",
    restartsAfter: restart === undefined ? undefined : Number(restart),
    isLegal: findElement(element, "w:isLgl") !== undefined,
  };
}

export class DocxNumbering {
  #abstract = new Map<string, Map<number, Level>>();
  #numberings = new Map<string, { abstractId: string; levels: Map<number, Level>; overridden: Set<number> }>();
  /** Lists that share a definition count on together. */
  #counters = new Map<string, (number | undefined)[]>();
  #started = new Set<string>();

  constructor(root: XmlElement | undefined) {
    const styleLinks = new Map<string, string>();
    for (const element of elementsOf(root, "w:abstractNum")) {
      const id = element.attributes["w:abstractNumId"] ?? "";
      this.#abstract.set(id, this.#levelsOf(element));
      const styleLink = stated(findElement(element, "w:styleLink"));
      if (styleLink !== undefined) styleLinks.set(styleLink, id);
    }
    // A definition may stand in for another one of the same style.
    for (const element of elementsOf(root, "w:abstractNum")) {
      const target = styleLinks.get(stated(findElement(element, "w:numStyleLink")) ?? "");
      const levels = target === undefined ? undefined : this.#abstract.get(target);
      if (levels !== undefined) this.#abstract.set(element.attributes["w:abstractNumId"] ?? "", levels);
    }
    for (const element of elementsOf(root, "w:num")) this.#addNumbering(element);
  }

  #levelsOf(element: XmlElement): Map<number, Level> {
    return new Map(
      elementsOf(element, "w:lvl").map((level) => [Number(level.attributes["w:ilvl"] ?? 0), levelOf(level)]),
    );
  }

  #addNumbering(element: XmlElement): void {
    const abstractId = stated(findElement(element, "w:abstractNumId")) ?? "";
    const levels = new Map(this.#abstract.get(abstractId));
    const overridden = new Set<number>();
    for (const override of elementsOf(element, "w:lvlOverride")) {
      const index = Number(override.attributes["w:ilvl"] ?? 0);
      const own = findElement(override, "w:lvl");
      const start = stated(findElement(override, "w:startOverride"));
      const level = own ? levelOf(own) : levels.get(index);
      if (level === undefined) continue;
      levels.set(index, start === undefined ? level : { ...level, start: Number(start) });
      if (start !== undefined) overridden.add(index);
    }
    this.#numberings.set(element.attributes["w:numId"] ?? "", { abstractId, levels, overridden });
  }

  /** Counts one paragraph. Undefined where there is no such list; the empty string for a bullet. */
  next(id: string, levelIndex: number): string | undefined {
    const numbering = this.#numberings.get(id);
    if (numbering === undefined || !(levelIndex >= 0 && levelIndex < maxLevels)) return undefined;
    const { levels } = numbering;
    const counters = this.#countersOf(id, numbering);
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

  #countersOf(
    id: string,
    { abstractId, overridden }: { abstractId: string; overridden: Set<number> },
  ): (number | undefined)[] {
    const counters = this.#counters.get(abstractId) ?? [];
    this.#counters.set(abstractId, counters);
    // A list with a start of its own begins there the first time it is met.
    if (!this.#started.has(id)) {
      this.#started.add(id);
      for (const index of overridden) counters[index] = undefined;
    }
    return counters;
  }
}
