import { STATUS_CODES, type OutgoingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { GENERAL_CODES, type Problem } from '@tomekeeper/contracts-problem';
import { acceptCorrelationId, CORRELATION_HEADER } from '@tomekeeper/correlation';

const REFUSALS: Record<string, Pick<Problem, 'status' | 'code' | 'detail'>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: GENERAL_CODES.tooLarge,
    detail: 'The address and headers of the request are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: GENERAL_CODES.timeout,
    detail: 'The request took too long to arrive. Please try again.',
  },
};
const UNREADABLE: Pick<Problem, 'status' | 'code' | 'detail'> = {
  status: 400,
  code: GENERAL_CODES.malformed,
  detail: 'The request could not be understood.',
};

/**
 * Answers what could not be read as HTTP, in the form of every other refusal, and hangs up. There is no
 * request yet, and no reply: only the connection.
 */
export function answerUnread(
  ownHeaders: OutgoingHttpHeaders,
): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    if (socket.writable) socket.write(answerTo(error, ownHeaders));
    socket.destroy(error);
  };
}

function answerTo(error: { code?: string }, ownHeaders: OutgoingHttpHeaders): string {
  const correlation = acceptCorrelationId(undefined);
  const refusal = REFUSALS[error.code ?? ''] ?? UNREADABLE;
  const body = JSON.stringify({ ...refusal, correlation_id: correlation } satisfies Problem);
  const headers = {
    ...ownHeaders,
    [CORRELATION_HEADER]: correlation,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`;
}
