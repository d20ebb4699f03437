const load = async (name) => import(`../src/plain-language/${name}.mjs`);
const flagged = async (file, text) => {
  const [{ proseOf }, { EXPRESSIONS }] = await Promise.all([load('prose'), load('expressions')]);
  return proseOf(file, text).flatMap((prose) =>
    EXPRESSIONS.flatMap((one) => prose.match(one) ?? []),
  );
};

it.each([
  ['a comment', 'a.ts', '/** What somebody reads. */', ['What', 'somebody']],
  ['a message', 'a.ts', "throw new Error('Nobody is told anything here');", ['Nobody', 'is told']],
  ['JSX', 'a.tsx', '<p>A list of all that stands beside it</p>', ['beside', 'stands beside']],
  ['Markdown', 'a.md', 'A text for good.', ['for good']],
  ['YAML', 'a.yaml', 'name: what # Whatever fails', ['Whatever']],
])('finds expressions in %s', async (_, file, text, expected) => {
  expect((await flagged(file, text)).sort()).toEqual([...expected].sort());
});

it.each([
  ['identifiers', 'a.ts', 'const what = somebody.anew;'],
  ['short strings', 'a.ts', "const kind = 'what';"],
  ['SQL', 'a.ts', "query('SELECT what FROM beside WHERE x');"],
  ['code in Markdown', 'a.md', 'Run `what` and\n```\nnobody\n```'],
])('ignores %s', async (_, file, text) => {
  expect(await flagged(file, text)).toEqual([]);
});
