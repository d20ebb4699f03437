import { AsyncLocalStorage } from 'node:async_hooks';
import { BlockList, isIP } from 'node:net';
import { clientName } from '@tomekeeper/contracts-identity';

interface RequestSource {
  /** Browser and system, such as `Firefox on Windows`; empty when unknown. */
  client: string;
  /** The client's IP address; empty outside a request. */
  address: string;
}

const UNKNOWN_SOURCE: RequestSource = { client: '', address: '' };
const storage = new AsyncLocalStorage<RequestSource>();

/** Runs the handler of a request with its source in async local storage. */
export function withCaller<T>(
  { userAgent, address = '' }: { userAgent: string | undefined; address?: string },
  work: () => T,
): T {
  return storage.run({ client: clientName(userAgent ?? '').name, address }, work);
}

/** Returns the source of the current request. */
export const caller = (): RequestSource => storage.getStore() ?? UNKNOWN_SOURCE;

/**
 * Returns the client address of a request. The gateway sets the header, which is trusted only from internal addresses:
 * an external peer that reaches this process directly is the client itself.
 */
export function addressOf(peer: string, forwardedFor: string | string[] | undefined): string {
  return typeof forwardedFor === 'string' && isIP(forwardedFor) && isInside(peer)
    ? forwardedFor
    : peer;
}

const INSIDE = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  INSIDE.addSubnet(network, bits, 'ipv4');
INSIDE.addAddress('::1', 'ipv6');
INSIDE.addSubnet('fc00::', 7, 'ipv6');
INSIDE.addSubnet('fe80::', 10, 'ipv6');

const isInside = (address: string): boolean =>
  INSIDE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
