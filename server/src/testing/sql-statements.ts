const commentsStringsAndEnds = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1|;/g;

/** The statements of a script, each with the semicolon that ends it. */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(commentsStringsAndEnds)) {
    if (found !== ";") continue;
    statements.push(text.slice(from, index + 1));
    from = index + 1;
  }
  return statements;
}
