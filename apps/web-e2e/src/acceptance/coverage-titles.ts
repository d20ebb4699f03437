import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const NAMES = new Set(['it', 'test', 'describe']);
const LEFT_OUT = /^(xit|xtest|xdescribe|(it|test|describe)\.(skip|todo)(\.each)?)$/;

/**
 * Titles of the tests of a spec file: the first argument of `it`, `test` and `describe`, and the
 * tables of `each` (without their functions). Skipped tests are ignored.
 */
export function titlesOf(file: string): string[] {
  const source = parse(file);
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const { expression: callee, arguments: given } = node;
      const each = ts.isCallExpression(callee) ? callee : undefined;
      const called = (each ?? node).expression.getText(source);
      if (LEFT_OUT.test(called)) return;
      if (NAMES.has(called.replace(/\.each$/, '')) && given[0]) {
        if (each?.arguments[0]) titles.push(...data(each.arguments[0], source));
        if (!called.endsWith('.each') || each) titles.push(literal(given[0]));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

const parse = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, fs.readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);

const literal = (node: ts.Expression): string =>
  ts.isStringLiteralLike(node) ? node.text : node.getText();

/** Source text of a table and of its constants. */
function data(table: ts.Expression, source: ts.SourceFile, seen = new Set<ts.Node>()): string[] {
  if (seen.has(table)) return [];
  seen.add(table);
  let text = '';
  const made: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isIdentifier(node)) {
      const constant = constantOf(node.text, source);
      if (constant) made.push(...data(constant, constant.getSourceFile(), seen));
    }
    // Both the raw and the unescaped form.
    if (ts.isStringLiteralLike(node)) made.push(node.text);
    if (node.getChildCount(source) > 0) node.getChildren(source).forEach(visit);
    else text += node.getFullText(source);
  };
  visit(table);
  return [text, ...made];
}

/** Resolves a name to a constant of the file or of an imported module. */
function constantOf(name: string, source: ts.SourceFile): ts.Expression | undefined {
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) {
      const from = statement.moduleSpecifier;
      const names = statement.importClause?.namedBindings;
      if (!names || !ts.isNamedImports(names) || !ts.isStringLiteral(from)) continue;
      if (!names.elements.some((element) => element.name.text === name)) continue;
      const file = path.resolve(path.dirname(source.fileName), `${from.text}.ts`);
      if (fs.existsSync(file)) return constantOf(name, parse(file));
    }
  }
  let found: ts.Expression | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.name.getText(source) === name)
      found ??= node.initializer;
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
