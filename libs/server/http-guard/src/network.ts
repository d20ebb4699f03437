import { isIPv6 } from 'node:net';

/** Prefix of IPv4-mapped IPv6 addresses. */
const MAPPED_IPV4 = '0:0:0:0:0:ffff:';
const GROUPS = 8;
/** Groups of the /64 network prefix; a host owns all addresses below it. */
const NETWORK_GROUPS = 4;

/** Key for limits: an IPv4 address unchanged, IPv6 by its /64, IPv4-mapped IPv6 as IPv4. */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  // Fast path for IPv4.
  if (!address.includes(':')) return address;
  const [plain = ''] = address.split('%', 1);
  if (!isIPv6(plain)) return address.toLowerCase();
  const groups = groupsOf(plain);
  return groups.join(':').startsWith(MAPPED_IPV4)
    ? groups.slice(-2).flatMap(bytesOf).join('.')
    : groups.slice(0, NETWORK_GROUPS).join(':');
}

/** All eight groups, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.toLowerCase().split('::', 2);
  const [left, right] = [split(head), split(tail)];
  return [...left, ...Array<string>(GROUPS - left.length - right.length).fill('0'), ...right];
}

/** Splits groups by colon; a trailing IPv4 address counts as two. */
function split(part: string): string[] {
  return part
    .split(':')
    .filter(Boolean)
    .flatMap((group) => (group.includes('.') ? groupsOfIPv4(group) : [Number.parseInt(group, 16)]))
    .map((group) => group.toString(16));
}

function groupsOfIPv4(address: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

function bytesOf(group: string): number[] {
  const number = Number.parseInt(group, 16);
  return [number >> 8, number & 255];
}
