import { isIP } from 'node:net';

const GROUPS_OF_A_NETWORK = 4;

/**
 * What failures from an address count for. An IPv6 host has a whole network of addresses to itself, so
 * that network stands for it.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.toLowerCase().split('%', 1);
  if (isIP(bare) !== 6) return bare;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1];
  if (mapped) return mapped;
  // The browser's own parser writes an address one way only, without dots.
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const first = head ? head.split(':') : [];
  const last = tail ? tail.split(':') : [];
  const left = tail === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...Array<string>(left).fill('0'), ...last];
  return `${groups.slice(0, GROUPS_OF_A_NETWORK).join(':')}::`;
}
