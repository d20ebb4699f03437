import { confirmedSignUp } from './confirmed-sign-up';

const NOW = new Date('2026-11-22T12:00:00Z');
const later = new Date(NOW.getTime() + 1000);
const sooner = new Date(NOW.getTime() - 1000);
const signUp = (name: string, expiresAt = later) => ({
  name,
  expiresAt,
  sessionHashes: [Buffer.from(`${name} of the server`), Buffer.from(`${name} of the client`)],
});
const mine = signUp('mine');
const stranger = signUp('stranger');
const kept = (waiting: (typeof mine)[], ...presented: string[]) =>
  confirmedSignUp(
    waiting,
    presented.map((text) => Buffer.from(text)),
    NOW,
  )?.name;

it('is the one of the session that belongs to the code, regardless of the order', () => {
  for (const waiting of [
    [mine, stranger],
    [stranger, mine],
  ]) {
    expect(kept(waiting, 'mine of the server')).toBe('mine');
    expect(kept(waiting, 'mine of the client')).toBe('mine');
  }
});

it('is the only one when no session comes', () => {
  expect(kept([mine])).toBe('mine');
  expect(kept([mine, stranger])).toBeUndefined();
});

it('is the one of any session that comes, as long as it has not run out', () => {
  expect(kept([stranger, mine], 'another', 'mine of the server')).toBe('mine');
  expect(kept([signUp('mine', NOW)], 'mine of the server')).toBeUndefined();
});

it('is none when the session is of no sign-up that waits', () => {
  expect(kept([stranger], 'mine of the server')).toBeUndefined();
  expect(kept([signUp('mine', sooner), stranger], 'mine of the server')).toBeUndefined();
});

it('is none when the others have run out before: the last one may be the stranger', () => {
  expect(kept([signUp('mine', sooner), stranger])).toBeUndefined();
  expect(kept([signUp('mine', sooner)])).toBeUndefined();
  expect(kept([])).toBeUndefined();
});
