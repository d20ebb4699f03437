import {
  ALL_MEMBERS,
  audienceOfPassage,
  complementOf,
  differenceOf,
  eventAudienceOf,
  GM_CLASS,
  GM_ONLY,
  isChosenClass,
  isInEventAudience,
  membersOfClass,
  narrowerAudience,
  NO_MEMBERS,
  PARTY,
  PARTY_CLASS,
  symmetricDifferenceOf,
  unionOf,
  unionOfAll,
  type AudienceMembers,
} from './index';

const PLAYERS = ['ann', 'ben', 'cid'];
const setOf = (...memberships: string[]): AudienceMembers => ({
  isAllBut: false,
  memberships: new Set(memberships),
});
const allBut = (...memberships: string[]) => complementOf(setOf(...memberships));
const sees = ({ isAllBut, memberships }: AudienceMembers, player: string) =>
  memberships.has(player) !== isAllBut;
const SETS = [
  NO_MEMBERS,
  ALL_MEMBERS,
  setOf('ann'),
  setOf('ann', 'ben'),
  allBut('ann'),
  allBut('ben', 'cid'),
];

describe('sets of players', () => {
  it.each([
    ['union', unionOf, (one: boolean, other: boolean) => one || other],
    ['difference', differenceOf, (one: boolean, other: boolean) => one && !other],
    [
      'symmetric difference',
      symmetricDifferenceOf,
      (one: boolean, other: boolean) => one !== other,
    ],
  ])('have a %s with exactly its members', (_name, combine, expected) => {
    for (const one of SETS)
      for (const other of SETS)
        for (const player of PLAYERS)
          expect(sees(combine(one, other), player)).toBe(
            expected(sees(one, player), sees(other, player)),
          );
  });

  it('have a complement with all other players', () => {
    for (const one of SETS)
      for (const player of PLAYERS)
        expect(sees(complementOf(one), player)).toBe(!sees(one, player));
  });

  it('are empty when nothing is united', () => {
    expect(unionOfAll([])).toEqual(NO_MEMBERS);
  });
});

describe('the players of a class', () => {
  const members = new Map([['chosen', ['ann', 'ben']]]);
  it.each([
    [GM_CLASS, false, NO_MEMBERS],
    [PARTY_CLASS, true, ALL_MEMBERS],
    [null, true, NO_MEMBERS],
    [null, false, ALL_MEMBERS],
    ['chosen', true, setOf('ann', 'ben')],
    ['unknown', false, NO_MEMBERS],
  ])('of %s in a document with spoilers %s', (audienceClass, is_spoilers, expected) => {
    expect(membersOfClass(audienceClass, { is_spoilers }, members)).toEqual(expected);
  });

  it('are chosen for other ids only', () => {
    expect([GM_CLASS, PARTY_CLASS, null, 'chosen'].map(isChosenClass)).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });
});

describe('the audience of a passage', () => {
  it.each([
    [{}, true, GM_ONLY],
    [{}, false, PARTY],
    [{ audience: 'gm', players: ['ann'] }, false, GM_ONLY],
    [{ audience: 'party' }, true, PARTY],
    [{ audience: 'players', players: ['ann'] }, true, { kind: 'players', players: ['ann'] }],
    [{ audience: 'a later kind' }, false, GM_ONLY],
  ])('%j with spoilers %s', (fields, is_spoilers, expected) => {
    expect(audienceOfPassage(fields, { is_spoilers })).toEqual(expected);
  });

  const chosen = (...players: string[]) => ({ kind: 'players' as const, players });
  it.each([
    [GM_ONLY, PARTY, GM_ONLY],
    [PARTY, chosen('ann'), chosen('ann')],
    [chosen('ann', 'ben'), chosen('ben'), chosen('ben')],
    [chosen('ann'), chosen('ben'), GM_ONLY],
  ])('is narrowed from %j and %j', (one, other, expected) => {
    expect(narrowerAudience(one, other)).toEqual(expected);
    expect(narrowerAudience(other, one)).toEqual(expected);
  });
});

describe('the recipients of an event', () => {
  const member = (role: string, membership_id?: string) => ({ role, membership_id });
  it.each([
    [NO_MEMBERS, member('player', 'ann'), false],
    [ALL_MEMBERS, member('player', 'ann'), true],
    [setOf('ann'), member('player', 'ann'), true],
    [setOf('ann'), member('player', 'ben'), false],
    [allBut('ann'), member('player', 'ann'), false],
    [allBut('ann'), member('player', 'ben'), true],
    [allBut('ann'), member('player'), false],
    [NO_MEMBERS, member('co_gm', 'gm'), true],
    [setOf('ann'), member('owner'), true],
    [ALL_MEMBERS, member('an unknown role'), false],
  ])('%j: %j', (members, one, expected) => {
    const audience = eventAudienceOf(members);
    if (typeof audience === 'object' && 'people' in audience) throw new Error('Names people.');
    expect(isInEventAudience(one, audience)).toBe(expected);
  });
});
