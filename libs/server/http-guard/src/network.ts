import { isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^(?:0*:)*:?(?:0*:)*ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** Groups of an IPv6 address that name the network: a host owns the rest by itself. */
const NETWORK_GROUPS = 4;

/** What shares and limits count an address as: IPv4 as it is, IPv6 by its /64, mapped IPv4 as IPv4. */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  // Nearly all: without looking any closer.
  if (!address.includes(':')) return address;
  const [plain = ''] = address.split('%', 1);
  if (!isIPv6(plain)) return address.toLowerCase();
  const mapped = MAPPED_IPV4.exec(plain)?.[1];
  return mapped ?? groupsOf(plain).slice(0, NETWORK_GROUPS).join(':');
}

/** All eight groups, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::', 2);
  const left = split(head);
  const right = tail === undefined ? [] : split(tail);
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(missing).fill('0'), ...right].map((group) =>
    group.replace(/^0+(?=.)/, ''),
  );
}

/** Groups by colon; an IPv4 address at the end stands for two. */
function split(part: string): string[] {
  return part
    .split(':')
    .filter(Boolean)
    .flatMap((group) => (group.includes('.') ? ['ipv4', 'ipv4'] : [group]));
}
