// Rejects tests that pass regardless of the code. Covers the common forms.

/** Calls that can fail: expectations, waiting helpers, property checks. */
const FAILS =
  /^((expect|until|settles|eventually|check|assert|waitUntil|waitFor)(?![a-z])|(find|get)(All)?By[A-Z])/;
const TESTS = new Set(['it', 'test']);
/** Matchers that accept any value when called without arguments. */
const EMPTY = {
  arrayContaining: 'ArrayExpression',
  objectContaining: 'ObjectExpression',
  toMatchObject: 'ObjectExpression',
};

const MESSAGES = {
  nothing: 'This test has no expectation that can fail: add an assertion.',
  bare: 'Any error would do here, a slip of the test too: say which is expected.',
  empty: 'Every value matches this expectation: state the expected value.',
  caught: 'Nothing is expected when nothing is thrown: use `rejects` or `toThrow`.',
  unmatched: 'Nothing is expected of this.',
};

/** @type {import('eslint').Rule.RuleModule} */
export const testsCanFail = {
  meta: { type: 'problem', schema: [], messages: MESSAGES },
  create(context) {
    const { visitorKeys } = context.sourceCode;
    /** @type {Map<string, any>} */
    const functions = new Map();
    /** @type {any[]} */
    const tests = [];
    const remember = (name, node) => name?.type === 'Identifier' && functions.set(name.name, node);

    /** @param {any} node @param {Set<any>} seen */
    const canFail = (node, seen) => {
      if (node.type === 'ThrowStatement') return true;
      if (node.type === 'CallExpression') {
        const name = nameOf(node.callee);
        if (FAILS.test(name)) return true;
        const called = functions.get(name);
        if (called && !seen.has(called) && canFail(called.body, seen.add(called))) return true;
      }
      return (visitorKeys[node.type] ?? [])
        .flatMap((key) => node[key] ?? [])
        .some((child) => child !== null && canFail(child, seen));
    };

    return {
      FunctionDeclaration: (node) => remember(node.id, node),
      VariableDeclarator(node) {
        if (isFunction(node.init)) remember(node.id, node.init);
      },
      CallExpression(node) {
        const { callee, arguments: given } = node;
        if (TESTS.has(rootOf(callee)) && isFunction(given[1])) tests.push(node);
        const name = nameOf(callee);
        if (name === 'toThrow' && given.length === 0 && !isNegated(callee))
          context.report({ node, messageId: 'bare' });
        const [first] = given;
        if (first && EMPTY[name] === first.type && isEmpty(first) && !isNegated(callee))
          context.report({ node, messageId: 'empty' });
        if (callee.type !== 'Identifier' || name !== 'expect') return;
        if (node.parent.type === 'ExpressionStatement')
          context.report({ node, messageId: 'unmatched' });
        if (context.sourceCode.getAncestors(node).some(({ type }) => type === 'CatchClause'))
          context.report({ node, messageId: 'caught' });
      },
      'Program:exit'() {
        for (const node of tests)
          if (!canFail(node.arguments[1].body, new Set()))
            context.report({ node, messageId: 'nothing' });
      },
    };
  },
};

const isFunction = (node) =>
  node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';

const isEmpty = (node) => (node.elements ?? node.properties).length === 0;

/** The last name of `a.b.c`, or of the callee of a nested call. */
function nameOf(callee) {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return nameOf(callee.property);
  return '';
}

/** The first name of `it.each(…)`. */
function rootOf(callee) {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return rootOf(callee.object);
  if (callee.type === 'CallExpression') return rootOf(callee.callee);
  return callee.type === 'TaggedTemplateExpression' ? rootOf(callee.tag) : '';
}

const isNegated = (callee) => callee.type === 'MemberExpression' && nameOf(callee.object) === 'not';
