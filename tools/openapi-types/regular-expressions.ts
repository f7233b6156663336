import ts from "typescript";

export interface RegExpLiteral {
  source: string;
  flags: string;
  line: number;
}

/** The regular expression literals of a TypeScript file. */
export function listRegExpLiterals(fileName: string, text: string): RegExpLiteral[] {
  const file = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, false);
  const literals: RegExpLiteral[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      literals.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), line: line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return literals;
}
