import { parseQuery } from './parsed-query';

it.each([
  ['Dead wife', { words: ['dead', 'wife'], phrases: [], excluded: [] }],
  [
    'the "dead wife" of',
    { words: ['the', 'dead', 'wife', 'of'], phrases: [['dead', 'wife']], excluded: [] },
  ],
  ['wife -dead', { words: ['wife'], phrases: [], excluded: [['dead']] }],
  ['wife -"so dead', { words: ['wife'], phrases: [], excluded: [['so', 'dead']] }],
  [
    '“Séance noire” chat',
    { words: ['seance', 'noire', 'chat'], phrases: [['seance', 'noire']], excluded: [] },
  ],
  ['half-orc -', { words: ['half', 'orc'], phrases: [], excluded: [] }],
  ['"one" one', { words: ['one'], phrases: [], excluded: [] }],
  ['"1,000" -2.000', { words: ['1000'], phrases: [], excluded: [['2000']] }],
  ['!? "" -""', { words: [], phrases: [], excluded: [] }],
])('reads %j', (query, asked) => {
  expect(parseQuery(query)).toMatchObject(asked);
});

it.each([
  ['dead wi', false, false],
  ['dead wife ', false, true],
  ['"dead wife"', false, true],
  ['who is the dead wife', true, false],
  ['the dead wife?', true, true],
  ['Wer ist die tote Frau', true, false],
])('classifies %j as question and complete', (query, isQuestion, isComplete) => {
  expect(parseQuery(query)).toMatchObject({ isQuestion, isComplete });
});

it('limits the number of words', () => {
  const many = Array.from({ length: 90 }, (_, n) => `w${n}`).join(' ');
  expect(parseQuery(many).words).toHaveLength(24);
});
