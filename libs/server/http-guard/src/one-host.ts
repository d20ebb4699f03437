import type { IncomingMessage } from 'node:http';

/** Whether a request has exactly one `Host` header. Node uses the first of several, while a proxy may use another. */
export function namesOneHost({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let found = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') found++;
  }
  return found === 1;
}
