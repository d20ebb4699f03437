import { DomainError } from './domain-error';
import { toProblem } from './problem';

const statusOf = (error: unknown) => toProblem(error, 'correlation').body.status;
const withCode = (code: string) => Object.assign(new Error(code), { code });

describe('an error of the database driver', () => {
  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'EAI_AGAIN',
    '08006',
    '57P01',
    '57P03',
    '53100',
    '53300',
    '57014',
  ])('says to try again when nobody is there: %s', (code) =>
    expect(statusOf(withCode(code))).toBe(503),
  );

  it.each([
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Cannot use a pool after calling end on the pool',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Query read timeout',
    'Query runner already released. Cannot run queries anymore.',
    'Database connection provided by a query runner was already released, cannot continue to use its querying methods anymore.',
  ])('says to try again when there is no code for it: %s', (message) =>
    expect(statusOf(new Error(message))).toBe(503),
  );

  it.each(['23505', '42P01', '22P02'])('is our fault when we asked wrongly: %s', (code) =>
    expect(statusOf(withCode(code))).toBe(500),
  );
});

it('adds extension members, which replace no standard member', () => {
  const error = new DomainError('conflict', 'thing.changed', 'It changed.', {
    extensions: { thing: { version: 2 }, status: 200, detail: 'secret' },
  });
  expect(toProblem(error, 'correlation').body).toEqual({
    status: 409,
    code: 'thing.changed',
    detail: 'It changed.',
    correlation_id: 'correlation',
    thing: { version: 2 },
  });
});
