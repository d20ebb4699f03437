import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import helmet, { type HelmetOptions } from 'helmet';

export type SecurityHeaders = HelmetOptions;

/** Nothing that a service answers is a page. */
const API_HEADERS: SecurityHeaders = {
  contentSecurityPolicy: { directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
};

/** helmet's headers, computed once: for the same settings they are the same in every answer. */
export function securityHeadersOf(settings: SecurityHeaders = API_HEADERS): OutgoingHttpHeaders {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(settings)(response.req, response, () => undefined);
  return { ...response.getHeaders() };
}
