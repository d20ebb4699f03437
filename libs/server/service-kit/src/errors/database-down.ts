/** The driver's messages, without a code, for a connection that is lost, refused or closing. */
const NOT_CONNECTED = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'is not queryable',
  'Cannot use a pool after calling end',
  // TypeORM, of a transaction whose connection broke between two statements.
  'Query runner already released',
  'provided by a query runner was already released',
  'connection is not yet established',
];

/**
 * Connection failures, and PostgreSQL's classes 08 (connection), 57P (shutting down), 53 (no room); 57014 and
 * 25P03 when a table that is locked or a disk that hangs lets nothing end in time.
 */
export function isDatabaseDown(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const code = 'code' in error ? error.code : undefined;
  if (typeof code === 'string')
    return /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EAI_AGAIN|E(HOST|NET)UNREACH|08...|57P..|57014|25P03|53...)$/.test(
      code,
    );
  return error instanceof Error && NOT_CONNECTED.some((words) => error.message.includes(words));
}
