import type { IncomingMessage, ServerResponse } from 'node:http';
import { S3Error } from './s3-error';
import { header } from './s3-request';

const METHODS = 'GET, HEAD, PUT, POST, DELETE';
const EXPOSED = 'ETag, Content-Length, Content-Range, Content-Disposition, x-amz-request-id';

/** Adds the CORS headers when the page that asks is one of ours. */
export function allowOrigin(
  message: IncomingMessage,
  response: ServerResponse,
  allowed: ReadonlySet<string>,
): boolean {
  response.setHeader('Vary', 'Origin');
  const origin = header(message, 'origin');
  if (origin === undefined || !allowed.has(origin)) return false;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', EXPOSED);
  return true;
}

/** Answers the question that a browser asks before a cross-origin upload. */
export function answerPreflight(
  message: IncomingMessage,
  response: ServerResponse,
  allowed: ReadonlySet<string>,
): void {
  const method = header(message, 'access-control-request-method');
  if (!allowOrigin(message, response, allowed) || !METHODS.split(', ').includes(method ?? '')) {
    throw new S3Error('AccessForbidden');
  }
  const asked = header(message, 'access-control-request-headers');
  response.setHeader('Access-Control-Allow-Methods', METHODS);
  if (asked !== undefined) response.setHeader('Access-Control-Allow-Headers', asked);
  response.setHeader('Access-Control-Max-Age', '3000');
  response.writeHead(200).end();
}
