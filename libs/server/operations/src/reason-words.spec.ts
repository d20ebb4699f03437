import { reasonWords } from './reason-words';

it.each([
  ['EENVELOPE RCPT TO 550', 'EENVELOPE RCPT TO 550'],
  ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
  ['relation "mail" does not exist', 'relation "mail" does not exist'],
  [
    'campaign 3d0b9d4e-3d3c-4a44-9a0e-5a3c9b1f0000 is gone',
    'campaign 3d0b9d4e-3d3c-4a44-9a0e-5a3c9b1f0000 is gone',
  ],
])('lets stand what helps: %s', (error, shown) => {
  expect(reasonWords(error)).toBe(shown);
});

it.each([
  ['550 <ada@example.org>: user unknown', 'ada@'],
  ['could not fetch https://tomes.example/verify?token=abc', 'token'],
  ['password authentication failed, postgres://tk:secret@db/x', 'secret'],
  ['Unexpected token in "{to: Ada Lovelace}"', 'Ada'],
  ["can't parse 'Dear Ada Lovelace'", 'Ada'],
  ['cannot open 1.AbCdEfGhIjKlMnOpQrStUvWxYz0123456789', 'AbCd'],
  ['code 123456 was refused', '123456'],
  ["ENOENT: no such file or directory, open '/srv/data/tomes/file'", 'srv'],
])('hides what could name a person or open something: %s', (error, hidden) => {
  expect(reasonWords(error)).not.toContain(hidden);
});

it('is one line of bounded length, and never empty', () => {
  expect(reasonWords('first\n  second')).toBe('first second');
  expect(reasonWords('word '.repeat(1000)).length).toBe(240);
  expect(reasonWords(undefined)).toBe('It did not say why.');
});
