import { canonical, parseUsername } from './username';

const ID = '0b7cbd1e-6e2f-4c3a-9a57-2f2b0c5f8d11';

it.each([
  [' Ada@Example.org ', { kind: 'email', email: 'ada@example.org' }, 'ada@example.org'],
  [ID.toUpperCase(), { kind: 'id', id: ID }, ID],
  [' Ada ', { kind: 'other', text: ' Ada ' }, 'ada'],
  ['', { kind: 'other', text: '' }, ''],
])('the name %j is read as %j, and is always %j', (text, username, same) => {
  expect(parseUsername(text)).toEqual(username);
  expect(canonical(parseUsername(text))).toBe(same);
});
