import { SESSION_LIMITS } from '@tomekeeper/contracts-campaign';
import fc from 'fast-check';
import type { SessionRecord } from '../../src';
import { itemHref } from '../../src/item-link';

const line = (max: number) =>
  fc
    .constantFrom('Odo lies', 'Zoë 👩‍🚀', '龍'.repeat(40), 'a "b" \\ c')
    .map((text) => text.slice(0, max));
const sourceId = fc.constantFrom('note-0', 'a/b#c?', 'Ünï cödé', '%', 'x'.repeat(500));
const time = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const people = fc.uniqueArray(fc.uuid(), { maxLength: 4 });

const item = fc.oneof(
  fc.record({
    kind: fc.constantFrom('passage' as const, 'document' as const, 'picture' as const),
    item: fc
      .record({ id: sourceId, passage: fc.nat(1_000_000) }, { requiredKeys: ['id'] })
      .map(itemHref),
  }),
  fc.record({
    kind: fc.constant('checklist' as const),
    title: line(200),
    lines: fc.array(fc.record({ text: line(300), is_done: fc.boolean() }), { maxLength: 30 }),
  }),
  fc.record({ kind: fc.constant('text' as const), text: fc.constantFrom('', 'Two\nlines', 'x') }),
);

const REQUIRED = [
  ...(['id', 'number', 'title', 'title_released', 'starts_at', 'time_zone', 'state'] as const),
  ...(['started_at', 'closed_at', 'announced', 'attendance', 'checklist', 'board'] as const),
];

/** A session as an export writes it. */
export const madeSession: fc.Arbitrary<SessionRecord> = fc
  .record(
    {
      id: sourceId,
      number: fc.option(fc.integer({ min: 1, max: SESSION_LIMITS.maxNumber })),
      title: fc.oneof(fc.constant(''), line(200)),
      title_released: fc.boolean(),
      starts_at: fc.option(time),
      time_zone: fc.option(fc.constantFrom('UTC', 'Europe/Berlin', 'America/Argentina/Ushuaia')),
      state: fc.constantFrom('planned' as const, 'running' as const, 'closed' as const),
      started_at: fc.option(time),
      closed_at: fc.option(time),
      announced: fc.boolean(),
      attendance: fc.record({ yes: people, maybe: people, no: people }),
      plan: sourceId,
      recap: sourceId,
      checklist: fc.array(fc.record({ text: line(300), is_done: fc.boolean() }), { maxLength: 9 }),
      board: fc.array(item, { maxLength: 12 }),
    },
    { requiredKeys: [...REQUIRED] },
  )
  .map((session) => ({ ...session, announced: session.announced || session.state !== 'planned' }));
