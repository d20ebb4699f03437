import { audienceOfPassage, isSameAudience } from '@tomekeeper/visibility';
import { audienceInWords, playersInWords } from './audience-text';

const names: Record<string, string> = { m: 'Mia', t: 'Tom', z: 'Zoe', a: 'Ada' };
const nameOf = (id: string) => names[id];

describe('the audience of a passage as text', () => {
  it.each([
    [{}, true, 'gm'],
    [{}, false, 'party'],
    [{ audience: 'party' }, true, 'party'],
    [{ audience: 'gm' }, false, 'gm'],
    [{ audience: 'players', players: ['m'] }, false, 'players'],
    // Unknown audiences of later service versions count as hidden.
    [{ audience: 'circle' }, false, 'gm'],
  ])('is read of %j in a document with spoilers: %s', (passage, is_spoilers, kind) => {
    expect(audienceOfPassage(passage, { is_spoilers }).kind).toBe(kind);
  });

  it('is independent of the order of players', () => {
    const of = (...players: string[]) => ({ kind: 'players' as const, players });
    expect(isSameAudience(of('m', 't'), of('t', 'm'))).toBe(true);
    expect(isSameAudience(of('m', 't'), of('m'))).toBe(false);
    expect(isSameAudience(of('m'), of('t'))).toBe(false);
  });

  it.each([
    [['m'], 'Mia'],
    [['t', 'm'], 'Mia and Tom'],
    [['t', 'm', 'z'], 'Mia, Tom and Zoe'],
    [['t', 'm', 'z', 'a'], 'Ada, Mia and 2 others'],
    [['m', 'x'], 'Mia and one other'],
    [['x'], 'One player'],
    [['x', 'y'], '2 players'],
  ])('names %j', (players, words) => {
    expect(playersInWords(players, nameOf)).toBe(words);
  });

  it('says so when all who were chosen have left', () => {
    expect(audienceInWords({ kind: 'players', players: [] }, nameOf)).toBe('Former members only');
  });
});
