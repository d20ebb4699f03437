import type { Failure } from './circuit';

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

/** What an error of the connection says of the replica; undefined: nothing. */
export function failureOf(error: Error): Failure | undefined {
  const code = 'code' in error ? String(error.code) : '';
  if (UNREACHABLE.has(code)) return 'unreachable';
  return SILENT.has(code) ? 'silent' : undefined;
}
