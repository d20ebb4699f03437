/** Cause of a missing response: the connection failed or broke, or the response timed out. */
export type Failure = 'unreachable' | 'silent';

const UNREACHABLE = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'UND_ERR_SOCKET',
]);
const SILENT = new Set([
  'ETIMEDOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
]);

/** Classifies a connection error; undefined for errors that are not the replica's fault. */
export function failureOf(error: Error): Failure | undefined {
  const code = 'code' in error ? String(error.code) : '';
  if (UNREACHABLE.has(code)) return 'unreachable';
  return SILENT.has(code) ? 'silent' : undefined;
}

const CONNECTING = new Set(['connect', 'getaddrinfo']);

/** Whether a call failed before any of it was sent, for lack of a connection. */
export function isUnsent(error: Error): boolean {
  if (error instanceof AggregateError) return error.errors.every(isUnsent);
  if ('code' in error && error.code === 'UND_ERR_CONNECT_TIMEOUT') return true;
  return 'syscall' in error && CONNECTING.has(String(error.syscall));
}
