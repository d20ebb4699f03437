import { GM_CLASS, PARTY_CLASS } from '@tomekeeper/visibility';
import { titleRows } from './title-rows';

const ANN = '77777777-0000-4000-8000-000000000001';
const BEN = '77777777-0000-4000-8000-000000000002';
const MORNING = '2026-11-01T08:00:00.000Z';
const NOON = '2026-11-01T12:00:00.000Z';

const document = {
  name: 'Strahd',
  audience: 'gm',
  is_handout: false,
  for_gms: false,
  public_title: null,
  titles: {},
  seen_since: {},
  created_at: MORNING,
  shown_since: null,
} as const;
const playersRows = (of: Partial<Parameters<typeof titleRows>[0]>) =>
  titleRows({ ...document, ...of }).filter(({ kind }) => kind === 'player');

it('shows the name to GMs, and no title of hidden spoilers to players', () => {
  expect(titleRows(document)).toEqual([
    { kind: 'gm', class: GM_CLASS, title: 'Strahd', since: MORNING, not_for: [] },
  ]);
});

it('shows the name of a Public document to players, since they first saw a part', () => {
  const of = { audience: 'party', shown_since: NOON, seen_since: { [ANN]: MORNING } } as const;
  expect(playersRows(of)).toEqual([
    { kind: 'player', class: PARTY_CLASS, title: 'Strahd', since: NOON, not_for: [ANN] },
    { kind: 'player', class: ANN, title: 'Strahd', since: MORNING, not_for: [] },
  ]);
});

it('shows a handout with its own id to players alone', () => {
  const of = { is_handout: true, public_title: 'A map', seen_since: { party: NOON } };
  expect(titleRows({ ...document, ...of })).toEqual([
    { kind: 'player', class: PARTY_CLASS, title: 'A map', since: NOON, not_for: [] },
  ]);
});

it('shows each player their own title of a handout', () => {
  const of = {
    public_title: 'The count',
    titles: { party: 'The stranger', [BEN]: 'The count' },
    seen_since: { [ANN]: NOON, [BEN]: MORNING },
  };
  expect(playersRows(of)).toEqual([
    { kind: 'player', class: ANN, title: 'The stranger', since: NOON, not_for: [] },
    { kind: 'player', class: BEN, title: 'The count', since: MORNING, not_for: [] },
  ]);
});

it('replaces the party’s title for players with their own title', () => {
  const of = {
    public_title: 'The count',
    titles: { party: 'The count', [ANN]: 'The stranger' },
    seen_since: { party: NOON, [BEN]: NOON },
  };
  expect(playersRows(of)).toEqual([
    { kind: 'player', class: PARTY_CLASS, title: 'The count', since: NOON, not_for: [ANN] },
    { kind: 'player', class: ANN, title: 'The stranger', since: NOON, not_for: [] },
  ]);
});
