import { BOARD_LIMITS, SESSION_LIMITS } from '@tomekeeper/contracts-campaign';
import fc from 'fast-check';
import type { SessionRecord } from '../../src';
import { characterRecord } from '../../src/archive-format/sections/characters';
import { sessionRecord } from '../../src/archive-format/sections/sessions';
import { runs } from '../runs';
import { madeSession } from './made-session';

it('keeps every session that an export writes, as JSON too', () => {
  fc.assert(
    fc.property(madeSession, (session) => {
      const line = JSON.stringify(sessionRecord.parse(session));
      expect(JSON.parse(line)).toEqual(session);
      expect(JSON.stringify(sessionRecord.parse(JSON.parse(line)))).toBe(line);
      expect(line).not.toContain('\n');
    }),
    runs(200),
  );
});

it('accepts or rejects any change of a session, without an error and without unknown properties', () => {
  const keys = [...Object.keys(sessionRecord.shape), 'email', '__proto__'];
  fc.assert(
    fc.property(madeSession, fc.constantFrom(...keys), fc.anything(), (session, key, value) => {
      const { data } = sessionRecord.safeParse({ ...session, [key]: value });
      for (const known of Object.keys(data ?? {}))
        expect(sessionRecord.shape).toHaveProperty(known);
    }),
    runs(300),
  );
});

const GOOD: SessionRecord = {
  ...{ id: 'session-0', number: 3, title: 'The gate', title_released: false, announced: true },
  ...{ starts_at: null, time_zone: null, state: 'closed', started_at: null, closed_at: null },
  attendance: { yes: [], maybe: [], no: [] },
  ...{ checklist: [], board: [] },
};
const TEXT = { kind: 'text', text: 'x'.repeat(BOARD_LIMITS.text) };
const ITEM = { text: 'x', is_done: false };

it.each<[string, object]>([
  ['that has started and is not announced', { announced: false }],
  ['without an id', { id: '' }],
  ['with a null character in its id', { id: 'a\0b' }],
  ['with half a character in its title', { title: '\ud800' }],
  ['with a title of two lines', { title: 'a\nb' }],
  ['with an unknown state', { state: 'cancelled' }],
  ['with the number 0', { number: 0 }],
  ['with a date that PostgreSQL does not store', { starts_at: '9999-12-31T23:59:59.000Z' }],
  ['with an offset as its zone', { time_zone: '+02:00' }],
  ['with a name in place of a user id', { attendance: { yes: ['Mira'], maybe: [], no: [] } }],
  [
    'with 61 board items',
    { board: Array(BOARD_LIMITS.items + 1).fill({ kind: 'text', text: '' }) },
  ],
  ['with too much text on its board', { board: Array(9).fill(TEXT) }],
  ['with a link out of the archive', { board: [{ kind: 'document', item: 'https://a.example' }] }],
  ['with a passage of no item', { board: [{ kind: 'passage', item: 'item:/3' }] }],
  ['with 101 checklist items', { checklist: Array(SESSION_LIMITS.checklistItems + 1).fill(ITEM) }],
])('rejects a session %s', (_, change) => {
  expect(sessionRecord.safeParse(GOOD).success).toBe(true);
  expect(sessionRecord.safeParse({ ...GOOD, ...change }).success).toBe(false);
});

it('keeps of a character its name, line and player, and no address', () => {
  const character = { player: 'Mira', name: 'Ireena', line: 'A ranger' };
  expect(characterRecord.parse({ ...character, email: 'mira@example.org' })).toEqual(character);
  expect(characterRecord.parse({ player: null, name: 'Ireena' })).toEqual({
    ...{ player: null, name: 'Ireena' },
  });
  expect(characterRecord.safeParse({ ...character, name: 'x'.repeat(81) }).success).toBe(false);
});
