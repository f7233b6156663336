import { Compile } from "typebox/schema";
import { describeProblems } from "../platform/problem.ts";
import type { FrameworkDocument } from "./catalogue-format.ts";
import { type CrosswalkDocument, type CrosswalkEnd, crosswalkSchema } from "./crosswalk.ts";

const schema = Compile(crosswalkSchema);

const nameOf = ({ control, item, criterion }: CrosswalkEnd) => `${control} ${item} ${criterion}`;

/** Each problem names the link by its number in the file, from 0. */
export function findCrosswalkProblems(value: unknown, frameworks: FrameworkDocument[]): string[] {
  if (!schema.Check(value)) {
    const problems = schema.Errors(value)[1].map((problem) => ({ ...problem, params: { ...problem.params } }));
    return describeProblems(problems, "the crosswalk");
  }
  return [
    ...findUnknownEnds(value, listConditions(frameworks)),
    ...findRepeatedLinks(value),
    ...findContradictions(value),
  ];
}

/** The conditions of every criterion of a live item, by its name. */
function listConditions(frameworks: FrameworkDocument[]): Map<string, string[]> {
  const conditions = new Map<string, string[]>();
  for (const control of frameworks.flatMap(({ controls }) => controls))
    for (const item of control.clusters.flatMap(({ items }) => items))
      for (const { key, appliesWhen } of item.isObsolete ? [] : item.criteria)
        conditions.set(
          nameOf({ control: control.code, item: item.externalId, criterion: key }),
          [...new Set([item.appliesWhen, appliesWhen])].filter((one) => one !== undefined),
        );
  return conditions;
}

function findUnknownEnds({ links }: CrosswalkDocument, conditions: Map<string, string[]>): string[] {
  return links.flatMap(({ first, second }, index) => [
    ...[first, second].flatMap((end) => {
      const expected = conditions.get(nameOf(end));
      if (expected === undefined) return [`links[${index}] names ${nameOf(end)}, which no live item has`];
      const stated = end.appliesWhen ?? [];
      if (stated.join() === expected.join()) return [];
      const conditionsOf = (keys: string[]) => keys.join(", ") || "none";
      return [
        `links[${index}] states the conditions ${conditionsOf(stated)} for ${nameOf(end)}, which has ${conditionsOf(expected)}`,
      ];
    }),
    ...(first.control === second.control ? [`links[${index}] links two criteria of ${first.control}`] : []),
  ]);
}

/** Two criteria have one link at most, in whatever direction. */
function findRepeatedLinks({ links }: CrosswalkDocument): string[] {
  const seen = new Map<string, number>();
  return links.flatMap(({ first, second }, index) => {
    const pair = [nameOf(first), nameOf(second)].sort().join(" and ");
    const earlier = seen.get(pair);
    if (earlier === undefined) seen.set(pair, index);
    return earlier === undefined ? [] : [`links[${index}] links ${pair} again, as links[${earlier}]`];
  });
}

/**
 * Criteria that are the same as each other, through however many links, count as one. They must belong to different controls,
 * and being part of one another must not lead back to where it started.
 */
function findContradictions({ links }: CrosswalkDocument): string[] {
  const same = new Map<string, string>();
  const classOf = (criterion: string): string => {
    const other = same.get(criterion);
    return other === undefined ? criterion : classOf(other);
  };
  for (const { first, type, second } of links) {
    const [a, b] = [classOf(nameOf(first)), classOf(nameOf(second))];
    if (type === "sameAs" && a !== b) same.set(a, b);
  }
  const ends = new Map(links.flatMap(({ first, second }) => [first, second]).map((end) => [nameOf(end), end]));
  const problems: string[] = [];
  for (const members of Map.groupBy(ends.values(), (end) => classOf(nameOf(end))).values())
    for (const [control, twice] of Map.groupBy(members, (end) => end.control))
      if (twice.length > 1)
        problems.push(`sameAs joins several criteria of ${control}: ${twice.map(nameOf).join(", ")}`);
  const wholes = new Map<string, { index: number; whole: string }[]>();
  for (const [index, { first, type, second }] of links.entries()) {
    if (type !== "partOf") continue;
    const [part, whole] = [classOf(nameOf(first)), classOf(nameOf(second))];
    wholes.set(part, [...(wholes.get(part) ?? []), { index, whole }]);
  }
  const reaches = (from: string, target: string, visited = new Set<string>()): boolean => {
    if (from === target) return true;
    if (visited.has(from)) return false;
    visited.add(from);
    return (wholes.get(from) ?? []).some(({ whole }) => reaches(whole, target, visited));
  };
  for (const [part, found] of wholes)
    for (const { index, whole } of found)
      if (reaches(whole, part))
        problems.push(`links[${index}] says partOf, but other links say the opposite or sameAs`);
  return problems;
}
