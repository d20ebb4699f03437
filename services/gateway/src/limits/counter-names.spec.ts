import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { tokenCounterName } from './counter-names';

const request = (authorization?: string) => ({ headers: { authorization } }) as FastifyRequest;
const encoded = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64url');
const token = (sub: unknown, signature = 'signature') => `head.${encoded({ sub })}.${signature}`;
const hash = (text: string) => createHash('sha256').update(text).digest('base64url');

it.each([
  ['hashes the whole token', `Bearer ${token('ada')}`, hash(token('ada'))],
  ['accepts any case of the scheme', `bearer ${token('ada')}`, hash(token('ada'))],
  ['includes the signature', `Bearer ${token('ada', '')}`, hash(token('ada', ''))],
  ['ignores other schemes', `Basic ${token('ada')}`, undefined],
  ['ignores requests without credentials', undefined, undefined],
])('%s', (_title, authorization, name) => {
  expect(tokenCounterName(request(authorization))).toBe(name);
});
