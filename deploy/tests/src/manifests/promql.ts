/** Words of the query language that stand where a metric could. */
export const PROMQL_WORDS: ReadonlySet<string> = new Set([
  'and',
  'or',
  'unless',
  'offset',
  'bool',
  'by',
  'without',
  'on',
  'ignoring',
]);

const STRINGS = /"[^"]*"|'[^']*'/g;
const DURATIONS = /\[[^\]]*\]|\boffset \w+/g;
const MATCHERS = /\{[^}]*\}/g;
const GROUPINGS = /\b(?:by|without|on|ignoring) \([^)]*\)/g;

const withoutTexts = (expression: string) =>
  expression.replace(STRINGS, '""').replace(DURATIONS, '');

/** Every metric that an expression asks for, and words of the language. */
export function namesIn(expression: string): string[] {
  const bare = withoutTexts(expression).replace(MATCHERS, '').replace(GROUPINGS, '');
  // What is followed by a bracket is a function.
  return bare.match(/\b[a-z_][a-z0-9_]*\b(?!\s*\()/g) ?? [];
}

/** Every label by which it chooses or groups. */
export function labelsIn(expression: string): string[] {
  const text = withoutTexts(expression);
  const chosen = (text.match(MATCHERS) ?? []).flatMap(
    (each) => each.match(/\w+(?=\s*[=!])/g) ?? [],
  );
  const grouped = (text.match(GROUPINGS) ?? [])
    .map((each) => each.slice(each.indexOf('(')))
    .flatMap((each) => each.match(/\w+/g) ?? []);
  return [...chosen, ...grouped];
}
