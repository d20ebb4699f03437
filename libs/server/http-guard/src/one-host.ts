import type { IncomingMessage } from 'node:http';

/**
 * Whether a request has a `Host` exactly once. Node takes the first of several, what stands in front may go by
 * another, and neither would know.
 */
export function namesOneHost({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let found = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') found++;
  }
  return found === 1;
}
