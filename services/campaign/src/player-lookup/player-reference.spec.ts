import { readPlayerReference } from './player-reference';

const ID = '0b7cbd1e-6e2f-4c3a-9a57-2f2b0c5f8d11';

it.each([
  [ID, { kind: 'id', id: ID }],
  [ID.toUpperCase(), { kind: 'id', id: ID }],
  [' Ada@Example.org ', { kind: 'email', email: 'ada@example.org' }],
  [` ${ID}`, { kind: 'unreadable', text: ` ${ID}` }],
  ['Ada', { kind: 'unreadable', text: 'Ada' }],
  ['', { kind: 'unreadable', text: '' }],
])('%j is read as %j', (text, reference) => {
  expect(readPlayerReference(text)).toEqual(reference);
});
