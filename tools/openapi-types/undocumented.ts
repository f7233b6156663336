import ts from "typescript";

/** Names of a package's exports and their members without documentation. */
export function undocumented(declarations: string): string[] {
  const program = ts.createProgram([declarations], { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022 });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(declarations);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${declarations} is not a module`);
  const missing: string[] = [];
  const check = (symbol: ts.Symbol, name: string) => {
    if (symbol.getDocumentationComment(checker).length === 0) missing.push(name);
  };
  for (const exported of checker.getExportsOfModule(module)) {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    check(symbol, symbol.name);
    for (const declaration of symbol.declarations ?? []) {
      if (!ts.isClassDeclaration(declaration) && !ts.isInterfaceDeclaration(declaration)) continue;
      for (const member of declaration.members) {
        const isPrivate = member.name !== undefined && ts.isPrivateIdentifier(member.name);
        const comments = ts.getJSDocCommentsAndTags(member);
        if (!isPrivate && comments.length === 0)
          missing.push(`${symbol.name}.${member.name?.getText() ?? "constructor"}`);
      }
    }
  }
  return missing;
}
