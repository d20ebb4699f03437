import { forEvidence, namesIn } from './names';

it.each([
  ['How old is Captain Irsa Quill?', ['captain', 'irsa', 'quill']],
  ['Who killed the king? Strahd did', []],
  ["What is Ysolde's brother called?", ['ysolde']],
])('knows names in %s', (question, names) => {
  expect([...namesIn(question)]).toEqual(names);
});

const term = (asked: string) => ({ spelt: { asked }, stems: new Map([[asked, 4]]), worth: 4 });

it('counts names half', () => {
  const [old, irsa] = forEvidence([term('old'), term('irsa')], 'How old is Irsa?');
  expect([old?.worth, irsa?.worth, irsa?.stems.get('irsa')]).toEqual([4, 2, 2]);
});

it('counts names whole where nothing else is asked for', () => {
  expect(forEvidence([term('irsa')], 'Who is Irsa?')[0]?.worth).toBe(4);
});
