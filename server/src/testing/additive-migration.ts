/**
 * The statements of a migration that could break an older process; empty for a migration that only adds. An allow-list:
 * every statement that is not known to be harmless is returned.
 */
export function findNonAdditive(text: string): string[] {
  const statements = stripText(text)
    .split(";")
    .map((one) => one.replace(/\s+/g, " ").trim())
    .filter((one) => one !== "");
  const created = statements.flatMap(
    (one) => /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+)/i.exec(one)?.[1] ?? [],
  );
  const empty = statements.flatMap(emptyColumnsOf);
  return statements.flatMap((one) =>
    isUniqueWhereGiven(one, empty) ? [] : objectionsTo(one, (table) => created.includes(table)),
  );
}

/** Removes comments, strings and function bodies, which may contain any words. */
function stripText(text: string): string {
  return text.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1/g, (found) =>
    found.startsWith("'") ? "''" : " ",
  );
}

const alwaysHarmless = [
  /^CREATE (UNLOGGED )?TABLE /i,
  /^CREATE INDEX /i,
  /^CREATE (FUNCTION|TYPE|DOMAIN|VIEW|SEQUENCE) /i,
  /^COMMENT ON /i,
  // The initial rows of a new column or table.
  /^(INSERT INTO|UPDATE) /i,
];

function objectionsTo(statement: string, isNew: (table: string) => boolean): string[] {
  if (alwaysHarmless.some((pattern) => pattern.test(statement))) return [];
  // On an existing table, such a rule may refuse what an older process writes.
  const rule = /^CREATE (?:UNIQUE INDEX|(?:CONSTRAINT )?TRIGGER) .*? ON (\w+)/i.exec(statement)?.[1];
  if (rule !== undefined && isNew(rule)) return [];
  const altered = alteration.exec(statement);
  if (altered?.[1] === undefined || altered[2] === undefined) return [statement];
  if (isNew(altered[1])) return [];
  return actionsOf(altered[2])
    .filter((action) => !isHarmlessColumn(action) && !/^ALTER COLUMN \w+ SET STATISTICS -?\d+$/i.test(action))
    .map((action) => `ALTER TABLE ${altered[1]} ${action}`);
}

const alteration = /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(\w+) (.*)$/i;

/** The columns that the statement adds and an older process leaves empty, each with its table. */
function emptyColumnsOf(statement: string): string[] {
  const [, table, actions = ""] = alteration.exec(statement) ?? [];
  return actionsOf(actions)
    .filter((action) => /^ADD COLUMN /i.test(action) && !/\b(DEFAULT|GENERATED|NOT NULL)\b/i.test(action))
    .map((action) => `${table}.${action.split(" ")[2]}`);
}

/** Rows in which a column of a unique index is empty never collide. */
function isUniqueWhereGiven(statement: string, empty: string[]): boolean {
  const [, table, columns = ""] = /^CREATE UNIQUE INDEX .*? ON (\w+) \(([\w, ]+)\)/i.exec(statement) ?? [];
  return columns.split(",").some((column) => empty.includes(`${table}.${column.trim()}`));
}

/** Splits at commas outside of brackets. */
function actionsOf(text: string): string[] {
  const actions: string[] = [];
  let depth = 0;
  let action = "";
  for (const character of text) {
    depth += character === "(" ? 1 : character === ")" ? -1 : 0;
    if (character === "," && depth === 0) {
      actions.push(action.trim());
      action = "";
    } else action += character;
  }
  return [...actions, action.trim()];
}

/** A column that an older process can omit when it writes a row. */
function isHarmlessColumn(action: string): boolean {
  if (!/^ADD COLUMN /i.test(action) || /\bPRIMARY KEY\b/i.test(action)) return false;
  const hasDefault = /\b(DEFAULT|GENERATED)\b/i.test(action);
  return /\bNOT NULL\b/i.test(action)
    ? hasDefault && !/\bUNIQUE\b/i.test(action)
    : !(hasDefault && /\bUNIQUE\b/i.test(action));
}
