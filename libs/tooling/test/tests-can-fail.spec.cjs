const { Linter } = require('eslint');
const { default: plugin } = require('../lint/plugin.mjs');

/** Message IDs that the rule reports for a test file. */
const said = (code) =>
  new Linter()
    .verify(code, [
      { plugins: { workspace: plugin }, rules: { 'workspace/tests-can-fail': 'error' } },
    ])
    .map(({ messageId, message }) => messageId ?? message);

it.each([
  ["it('runs', () => { run(); })", 'nothing'],
  ["it.each([1])('runs', async () => { await run(); })", 'nothing'],
  ["test('runs', () => help()); function help() { run(); }", 'nothing'],
  ["it('runs', async () => { await checkout(); checks(); })", 'nothing'],
  ["it('throws', () => expect(run).toThrow())", 'bare'],
  ["it('throws', () => expect(run()).rejects.toThrow())", 'bare'],
  ["it('is', () => expect(run()).toMatchObject({}))", 'empty'],
  ["it('is', () => expect(run()).toEqual(expect.arrayContaining([])))", 'empty'],
  ["it('is', () => { expect(run()); })", 'unmatched'],
  ["it('throws', () => { try { run(); } catch (e) { expect(e).toBe(1); } })", 'caught'],
])('finds a test that can not fail: %s', (code, messageId) => {
  expect(said(code)).toEqual([messageId]);
});

it.each([
  "it('is', () => { expect(run()).toBe(1); })",
  "it('waits', async () => { await page.getByRole('button').click(); })",
  "it('waits', async () => { await settles(() => run()); })",
  "it('is', () => { const [, second] = run(); if (!second) throw new Error('none'); })",
  "it('is', () => checks()); const checks = () => { expect(run()).toBe(1); };",
  "it('is', () => { again(); }); function again() { again(); expect(run()).toBe(1); }",
  "it('throws not', () => expect(run).not.toThrow())",
  "it('throws', () => expect(run).toThrow('why'))",
  "it('is not', () => expect(run()).not.toMatchObject({}))",
  "it.todo('is')",
])('lets a test be that can: %s', (code) => {
  expect(said(code)).toEqual([]);
});
