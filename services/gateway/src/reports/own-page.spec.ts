import type { FastifyRequest } from 'fastify';
import { isFromOwnPage } from './own-page';

const PUBLIC = 'https://tomes.example';
const sent = (headers: object) =>
  isFromOwnPage(
    { headers, protocol: 'http', host: '192.0.2.7:8080' } as unknown as FastifyRequest,
    PUBLIC,
  );

it.each([
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, true],
  [{ 'sec-fetch-site': 'same-site', origin: PUBLIC }, false],
  [{ 'sec-fetch-site': 'cross-site' }, false],
  [{ 'sec-fetch-site': 'none' }, false],
  [{ origin: PUBLIC }, true],
  [{ origin: 'http://192.0.2.7:8080' }, true],
  [{ origin: 'https://192.0.2.7:8080' }, false],
  [{ origin: 'https://evil.example' }, false],
  [{ origin: 'null' }, false],
  [{}, false],
])('a report with %j is from our own page: %s', (headers, own) => {
  expect(sent(headers)).toBe(own);
});
