import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { WORKSPACE } from '@tomekeeper/installation';
import { isTree } from './rules/field-errors';

/** Where kubernetes-types has the type of each kind that we use. */
export const TYPE_MODULES: Readonly<Record<string, string>> = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'autoscaling/v2': 'autoscaling/v2',
  'batch/v1': 'batch/v1',
  'networking.k8s.io/v1': 'networking/v1',
  'policy/v1': 'policy/v1',
};

type Declared = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;
type Module = {
  readonly declared: ReadonlyMap<string, Declared>;
  /** The module that a name comes from. */
  readonly imported: ReadonlyMap<string, string>;
};

const modules = new Map<string, Module>();

/** What the API describes in one of its groups, out of the declarations that are made from its OpenAPI. */
function moduleNamed(name: string): Module {
  const known = modules.get(name);
  if (known) return known;
  const file = path.join(WORKSPACE, 'node_modules/kubernetes-types', `${name}.d.ts`);
  const source = ts.createSourceFile(file, fs.readFileSync(file, 'utf8'), ts.ScriptTarget.ESNext);
  const declared = new Map<string, Declared>();
  const imported = new Map<string, string>();
  for (const statement of source.statements) {
    if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
      declared.set(statement.name.text, statement);
    if (!ts.isImportDeclaration(statement)) continue;
    const from = (statement.moduleSpecifier as ts.StringLiteral).text;
    const bindings = statement.importClause?.namedBindings;
    if (bindings && ts.isNamedImports(bindings))
      for (const { name: bound } of bindings.elements)
        imported.set(bound.text, path.posix.join(path.posix.dirname(name), from));
  }
  const module = { declared, imported };
  modules.set(name, module);
  return module;
}

/** An object's deviations from the form of its kind, by the path of the field. */
export type FormProblems = {
  readonly unknown: readonly string[];
  /** Whole sentences of the decoder. */
  readonly wrong: readonly string[];
};

/** Compares an object with the form that the API describes of its kind. */
export function formProblems(kind: string, apiVersion: string, object: unknown): FormProblems {
  const unknown: string[] = [];
  const wrong: string[] = [];
  const module = TYPE_MODULES[apiVersion];
  if (module === undefined) throw new Error(`no description of ${apiVersion} is at hand`);

  const checkNamed = (value: unknown, name: string, from: string, at: string): void => {
    const { declared, imported } = moduleNamed(from);
    const home = imported.get(name);
    if (home !== undefined) return checkNamed(value, name, home, at);
    const declaration = declared.get(name);
    if (declaration === undefined) throw new Error(`no description of ${name} is at hand`);
    // A quantity may be a plain number.
    if (name === 'Quantity' && typeof value === 'number') return;
    if (ts.isTypeAliasDeclaration(declaration)) return check(value, declaration.type, from, at);
    if (!isTree(value)) return mismatch(value, at, name);
    // What is behind is of any form.
    if (name === 'RawExtension') return;
    checkMembers(value, declaration.members, from, at);
  };

  const checkMembers = (
    value: { readonly [key: string]: unknown },
    members: ts.NodeArray<ts.TypeElement>,
    from: string,
    at: string,
  ): void => {
    const index = members.find(ts.isIndexSignatureDeclaration);
    const fields = new Map(
      members
        .filter(ts.isPropertySignature)
        .map((member) => [(member.name as ts.Identifier | ts.StringLiteral).text, member]),
    );
    for (const [key, each] of Object.entries(value)) {
      const place = at === '' ? key : `${at}.${key}`;
      const type = fields.get(key)?.type ?? index?.type;
      if (type) check(each, type, from, place);
      else unknown.push(place);
    }
  };

  const check = (value: unknown, type: ts.TypeNode, from: string, at: string): void => {
    if (value === null) return;
    if (ts.isTypeReferenceNode(type)) {
      const name = (type.typeName as ts.Identifier).text;
      const [item] = type.typeArguments ?? [];
      if (name === 'Array' && item) return checkList(value, item, from, at);
      return checkNamed(value, name, from, at);
    }
    if (ts.isArrayTypeNode(type)) return checkList(value, type.elementType, from, at);
    if (ts.isTypeLiteralNode(type)) {
      if (!isTree(value)) return mismatch(value, at, 'object');
      return checkMembers(value, type.members, from, at);
    }
    if (ts.isUnionTypeNode(type)) {
      if (!type.types.some((each) => isOf(value, each))) mismatch(value, at, 'IntOrString');
      return;
    }
    if (!isOf(value, type)) mismatch(value, at, ts.SyntaxKind[type.kind]);
  };

  const checkList = (value: unknown, item: ts.TypeNode, from: string, at: string): void => {
    if (!Array.isArray(value)) return mismatch(value, at, 'slice');
    value.forEach((each, index) => check(each, item, from, `${at}[${index}]`));
  };

  const mismatch = (value: unknown, at: string, wanted: string): void => {
    const given = Array.isArray(value) ? 'array' : typeof value;
    const type = wanted.replace(/Keyword$/, '').toLowerCase();
    wrong.push(`json: cannot unmarshal ${given} into Go struct field ${at} of type ${type}`);
  };

  checkNamed(object, kind, module, '');
  return { unknown, wrong };
}

function isOf(value: unknown, type: ts.TypeNode): boolean {
  switch (type.kind) {
    case ts.SyntaxKind.StringKeyword:
      return typeof value === 'string';
    case ts.SyntaxKind.NumberKeyword:
      return typeof value === 'number';
    case ts.SyntaxKind.BooleanKeyword:
      return typeof value === 'boolean';
    case ts.SyntaxKind.LiteralType:
      return typeof value === 'string';
    default:
      return true;
  }
}
