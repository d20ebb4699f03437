import { proposeSessions } from './propose-sessions';

const named = (title: string, isPublic = false) => ({ id: title, title, isPublic });
const proposed = (...titles: string[]) =>
  proposeSessions(
    titles.map((title) => named(title)),
    new Set(),
  ).map(({ number, title, date }) => [number, title, date]);

it.each([
  ['Session 12: the gate', 12, 'the gate', undefined],
  ['Session 12', 12, '', undefined],
  ['session-03 — Into the mist', 3, 'Into the mist', undefined],
  ['2026-03-05 Session 7', 7, '', '2026-03-05'],
  ['Session #8 (2026-03-12)', 8, '', '2026-03-12'],
  ['Barovia, session 9', 9, 'Barovia', undefined],
  ['Session no. 0041, the bell under the water', 41, 'the bell under the water', undefined],
  ['Session 5 2026-02-30', 5, '', undefined],
  ['Session 6 2999-01-01', 6, '', undefined],
])('“%s” is session %i, “%s”, of %s', (name, number, title, date) => {
  expect(proposed(name)).toEqual([[number, title, date]]);
});

it.each(['Session zero', 'Sessions', 'Obsession 5', 'Session 0', 'Session 12345', 'A letter'])(
  '“%s” is no session',
  (name) => expect(proposed(name)).toEqual([]),
);

it('proposes each number once, in order, without existing ones', () => {
  const documents = ['Session 3', 'Session 1', 'Session 3: again', 'Session 2'].map((title) =>
    named(title),
  );
  const numbers = proposeSessions(documents, new Set([2])).map(({ document }) => document);
  expect(numbers).toEqual(['Session 1', 'Session 3']);
});
