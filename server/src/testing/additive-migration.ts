/**
 * What of a migration an older process might not live with; nothing for one that only adds. An allow-list: what is not
 * known to be harmless is named. Names of tables are as written.
 */
export function whatIsNotAdditive(text: string): string[] {
  const statements = withoutTexts(text)
    .split(";")
    .map((one) => one.replace(/\s+/g, " ").trim())
    .filter((one) => one !== "");
  const created = statements.flatMap(
    (one) => /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+)/i.exec(one)?.[1] ?? [],
  );
  return statements.flatMap((one) => objectionsTo(one, (table) => created.includes(table)));
}

/** Comments, strings and the bodies of functions say nothing about what is added or taken away. */
function withoutTexts(text: string): string {
  return text.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1/g, (found) =>
    found.startsWith("'") ? "''" : " ",
  );
}

const alwaysHarmless = [
  /^CREATE (UNLOGGED )?TABLE /i,
  /^CREATE INDEX /i,
  /^CREATE (FUNCTION|TYPE|DOMAIN|VIEW|SEQUENCE) /i,
  /^COMMENT ON /i,
  // Rows that a new column or table starts with.
  /^(INSERT INTO|UPDATE) /i,
];

function objectionsTo(statement: string, isNew: (table: string) => boolean): string[] {
  if (alwaysHarmless.some((pattern) => pattern.test(statement))) return [];
  // An older process knows nothing of the rule they bring to a table it writes to.
  const rule = /^CREATE (?:UNIQUE INDEX|(?:CONSTRAINT )?TRIGGER) .*? ON (\w+)/i.exec(statement)?.[1];
  if (rule !== undefined && isNew(rule)) return [];
  const altered = /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(\w+) (.*)$/i.exec(statement);
  if (altered?.[1] === undefined || altered[2] === undefined) return [statement];
  if (isNew(altered[1])) return [];
  return actionsOf(altered[2])
    .filter((action) => !isHarmlessColumn(action))
    .map((action) => `ALTER TABLE ${altered[1]} ${action}`);
}

/** Parted by commas that stand outside of brackets. */
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

/** One that an older process can leave out when it writes a row. */
function isHarmlessColumn(action: string): boolean {
  if (!/^ADD COLUMN /i.test(action) || /\bPRIMARY KEY\b/i.test(action)) return false;
  const hasDefault = /\b(DEFAULT|GENERATED)\b/i.test(action);
  return /\bNOT NULL\b/i.test(action)
    ? hasDefault && !/\bUNIQUE\b/i.test(action)
    : !(hasDefault && /\bUNIQUE\b/i.test(action));
}
