import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { acceptedEncoding, type Encoding } from '../encodings';
import { addHeadersForClient } from './forwarded-headers';
import type { ProxyRoute } from './route-table';

const COMPRESS_FROM_BYTES = 1024;
const COMPRESSED_TYPES = /^(text\/|application\/([\w.-]+\+)?json\b)/;
const BROTLI_QUALITY = 4;

export interface Answer {
  status: number;
  /** What the service says. */
  headers: IncomingHttpHeaders;
  route: ProxyRoute;
  /** More of the body can be taken. */
  onDrain: () => void;
}

/** Where the body of an answer goes. `write` answers false when there is enough for now. */
export interface AnswerBody {
  write(chunk: Buffer): boolean;
  end(): void;
}

/** Begins an answer with what a service says, beside the headers that the gateway gives every answer. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, route, onDrain }: Answer,
): AnswerBody {
  const all = reply.getHeaders() as OutgoingHttpHeaders; // a copy of its own
  addHeadersForClient(all, headers, route);
  const encoding = mayCompress(route) ? encodingOf(request, headers) : undefined;
  // The rest of a body that the service has not waited for would be taken for the next request.
  if (!request.raw.complete) all.connection = 'close';
  reply.hijack();
  const body = encoding ? encoder(encoding) : reply.raw;
  body.on('drain', onDrain);
  if (encoding) {
    delete all['content-length'];
    all['content-encoding'] = encoding;
    all.vary = 'accept-encoding';
    body.pipe(reply.raw);
  }
  reply.raw.writeHead(status, all);
  return body;
}

/** Not what carries secrets beside what a caller chose: their length would tell. */
const mayCompress = ({ errors }: ProxyRoute): boolean => errors === 'problem';

/** The encoding in which an answer is worth sending. */
function encodingOf(request: FastifyRequest, headers: IncomingHttpHeaders): Encoding | undefined {
  const size = Number(headers['content-length'] ?? Infinity);
  if (size < COMPRESS_FROM_BYTES || headers['content-encoding'] !== undefined) return undefined;
  if (!COMPRESSED_TYPES.test(String(headers['content-type']))) return undefined;
  if (request.method === 'HEAD') return undefined;
  return acceptedEncoding(request.headers['accept-encoding']);
}

const encoder = (encoding: Encoding) =>
  encoding === 'br'
    ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
    : createGzip();
