import { judgeRefresh } from './refresh-rules';

const NOW = 1_000_000;
const GRACE_MS = 30_000;
const good = { revoked: false, expiresAt: NOW + 1, rotatedAt: undefined };

it.each([
  ['good', good],
  ['revoked', { ...good, revoked: true }],
  ['expired', { ...good, expiresAt: NOW }],
  ['good', { ...good, rotatedAt: NOW }],
  ['good', { ...good, rotatedAt: NOW - GRACE_MS }],
  ['reused', { ...good, rotatedAt: NOW - GRACE_MS - 1 }],
  // Revocation and expiry take precedence over suspected theft.
  ['revoked', { revoked: true, expiresAt: NOW, rotatedAt: 0 }],
  ['expired', { revoked: false, expiresAt: NOW, rotatedAt: 0 }],
])('a refresh token is %s: %j', (verdict, token) => {
  expect(judgeRefresh(token, NOW, GRACE_MS)).toBe(verdict);
});
