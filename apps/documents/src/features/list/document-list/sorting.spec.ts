import { map } from '../../../testing/show-panel';
import { kindOf } from './document-kind';
import { countSessions, sorted, sortingsFor } from './sorting';

const named = (name: string) => ({ ...map, id: name, original_filename: name });
const names = (documents: readonly { original_filename?: string | null }[]) =>
  documents.map(({ original_filename }) => original_filename);

describe('sorting documents', () => {
  const documents = ['Session 10.md', 'älter.pdf', 'Map.png', 'Session 9.md'].map(named);

  it('keeps the order of the server for the newest', () =>
    expect(sorted(documents, 'newest')).toEqual(documents));

  it.each(['newest', 'title', 'kind'] as const)('puts pinned ones above the others: %s', (by) => {
    const pinned = { ...named('Zzz.zip'), pinned: true };
    expect(sorted([...documents, pinned], by)[0]).toBe(pinned);
  });

  it('sorts titles in natural order', () =>
    expect(names(sorted(documents, 'title'))).toEqual([
      'älter.pdf',
      'Map.png',
      'Session 9.md',
      'Session 10.md',
    ]));

  it('sorts sessions by number, also within names, before other documents', () => {
    const mixed = [
      'Map.png',
      'The Fall (Session #10)',
      'session_9 – recap',
      'obsession 3',
      'Session 2',
    ];
    expect(names(sorted(mixed.map(named), 'session'))).toEqual([
      'Session 2',
      'session_9 – recap',
      'The Fall (Session #10)',
      'Map.png',
      'obsession 3',
    ]);
  });

  it('offers the order of sessions if several documents are sessions', () => {
    const offered = (all: string[]) =>
      sortingsFor(countSessions(all.map(named))).map(({ value }) => value);
    expect(offered(['Session 1', 'Map.png'])).not.toContain('session');
    expect(offered(['Session 1', 'Episode 2'])).toContain('session');
  });

  it('puts those of a kind together', () =>
    expect(names(sorted(documents, 'kind'))).toEqual([
      'älter.pdf',
      'Session 9.md',
      'Session 10.md',
      'Map.png',
    ]));
});

describe('the kind of a document', () => {
  it.each([
    ['Map.PNG', undefined, 'Picture'],
    ['Map', 'image/webp', 'Picture'],
    ['Loot.csv', 'text/csv', 'Table'],
    ['Loot.csv', undefined, 'Table'],
    ['Notes.md', 'application/octet-stream', 'Text'],
    ['Letter', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'Text'],
    ['Tavern.mp3', undefined, 'Sound'],
    ['Everything.zip', 'application/zip', 'Archive'],
    ['noending', undefined, 'File'],
  ])('of %s, %s, is %s', (name, content_type, words) =>
    expect(kindOf({ ...named(name), content_type }).words).toBe(words),
  );
});
