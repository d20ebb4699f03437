import dns, { type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  candidates,
  hasOtherSources,
  parseHosts,
  parseResolvConf,
  WatchedFile,
} from './system-names';

/** Connecting has timed out by then: a second try waits longer than the first. */
const QUERY = { timeout: 1500, tries: 2 };
/** IPv6 addresses may come so much later than IPv4 ones (RFC 8305, section 3). */
const LATER_MS = 50;
/** There is no such name, or nothing of this kind under it. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA']);
/** This server can't say; the name with another suffix may be another host's. */
const REFUSED = new Set(['ESERVFAIL', 'EREFUSED', 'EFORMERR', 'ENOTIMP']);

export interface HostLookupOptions {
  resolvConf: string;
  hosts: string;
  nsswitch: string;
  /** In place of those of `resolvConf`. */
  servers?: readonly string[];
  /** Milliseconds for a server's first answer. */
  timeout?: number;
  /** The system's own lookup, for names that neither hosts file nor DNS knows. */
  system: typeof dns.lookup;
}

type Callback = (
  error: NodeJS.ErrnoException | null,
  address?: string | LookupAddress[],
  family?: number,
) => void;

/**
 * Addresses of hosts, without the system's `getaddrinfo`: Node runs that in a thread, and a process does not
 * end before its threads do, twenty seconds and more while DNS is silent. The same files say what a name means:
 * hosts, search endings, servers.
 */
export class HostLookup {
  private readonly searching;
  private readonly hosts;
  private readonly sources;
  private readonly queries = new Map<string, Promise<LookupAddress[]>>();
  private resolver: { mark: string; dns: dns.promises.Resolver } | undefined;

  constructor(private readonly options: HostLookupOptions) {
    this.searching = new WatchedFile(options.resolvConf, parseResolvConf);
    this.hosts = new WatchedFile(options.hosts, parseHosts);
    this.sources = new WatchedFile(options.nsswitch, hasOtherSources);
  }

  /** Stands in for `dns.lookup`. */
  readonly lookup = (hostname: string, given: unknown, callback?: Callback): void => {
    const answer = (typeof given === 'function' ? given : callback) as Callback;
    const options = optionsOf(given);
    if (typeof hostname !== 'string' || hostname === '' || isIP(hostname) !== 0) {
      this.options.system(hostname, options, answer as never);
      return;
    }
    void this.addressesOf(hostname).then(
      (all) => {
        const family = Number(String(options.family ?? 0).replace('IPv', ''));
        const found = all.filter((one) => family === 0 || one.family === family);
        const [first] = found;
        if (!first) process.nextTick(answer, lookupError('ENOTFOUND', hostname));
        else if (options.all) process.nextTick(answer, null, found);
        else process.nextTick(answer, null, first.address, first.family);
      },
      (error: unknown) => process.nextTick(answer, error),
    );
  };

  private async addressesOf(hostname: string): Promise<LookupAddress[]> {
    const name = hostname.toLowerCase();
    const inFile = this.hosts.read().value.get(name.replace(/\.$/, ''));
    if (inFile) return inFile.map((address) => ({ address, family: isIP(address) }));
    if (/^(.+\.)?localhost\.?$/.test(name)) return LOOPBACK;
    const running =
      this.queries.get(name) ?? this.ask(name).finally(() => this.queries.delete(name));
    this.queries.set(name, running);
    return running;
  }

  private async ask(name: string): Promise<LookupAddress[]> {
    let isRefused = false;
    for (const candidate of candidates(name, this.searching.read().value)) {
      const found = await this.query(candidate);
      if (Array.isArray(found)) return found;
      if (found === 'silent') throw lookupError('EAI_AGAIN', name);
      isRefused ||= found === 'refused';
    }
    if (this.sources.read().value) return promisify(this.options.system)(name, { all: true });
    throw lookupError(isRefused ? 'EAI_AGAIN' : 'ENOTFOUND', name);
  }

  /** One complete name. */
  private async query(name: string): Promise<LookupAddress[] | 'absent' | 'refused' | 'silent'> {
    const resolver = this.currentResolver();
    const four = resolver.resolve4(name).then(of(4), reasonOf);
    const six = resolver.resolve6(name).then(of(6), reasonOf);
    const first = await four;
    const second = Array.isArray(first)
      ? await Promise.race([six, setTimeout(LATER_MS, 'absent' as const)])
      : await six;
    const found = [first, second].flatMap((one) => (Array.isArray(one) ? one : []));
    if (found.length > 0) return found;
    const reasons = [first, second];
    if (reasons.includes('silent')) return 'silent';
    return reasons.includes('refused') ? 'refused' : 'absent';
  }

  /** A new one when the file has changed: it reads its servers only once. */
  private currentResolver(): dns.promises.Resolver {
    const { mark } = this.searching.read();
    if (this.resolver?.mark === mark) return this.resolver.dns;
    const { servers, timeout = QUERY.timeout } = this.options;
    const resolver = new dns.promises.Resolver({ ...QUERY, timeout });
    if (servers) resolver.setServers(servers);
    this.resolver = { mark, dns: resolver };
    return resolver;
  }
}

const LOOPBACK: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

function optionsOf(given: unknown): LookupOptions {
  if (typeof given === 'number') return { family: given };
  return typeof given === 'object' && given !== null ? given : {};
}

const of =
  (family: 4 | 6) =>
  (addresses: string[]): LookupAddress[] =>
    addresses.map((address) => ({ address, family }));

function reasonOf(error: NodeJS.ErrnoException): 'absent' | 'refused' | 'silent' {
  const { code = '' } = error;
  if (ABSENT.has(code)) return 'absent';
  return REFUSED.has(code) ? 'refused' : 'silent';
}

/** As `dns.lookup` fails. */
function lookupError(code: 'ENOTFOUND' | 'EAI_AGAIN', hostname: string): NodeJS.ErrnoException {
  const error = new Error(`getaddrinfo ${code} ${hostname}`);
  return Object.assign(error, { code, syscall: 'getaddrinfo', hostname });
}

/** From now on every connection of this process finds its host so. Elsewhere than on Linux names have other sources. */
export function useHostLookup(): void {
  if (process.platform !== 'linux') return;
  const { lookup } = new HostLookup({
    resolvConf: '/etc/resolv.conf',
    hosts: '/etc/hosts',
    nsswitch: '/etc/nsswitch.conf',
    system: dns.lookup,
  });
  Object.defineProperty(lookup, promisify.custom, {
    value: (hostname: string, options: LookupOptions = {}) =>
      new Promise((resolve, reject) => {
        lookup(hostname, options, (error, address, family) => {
          if (error) reject(error);
          else resolve(options.all ? address : { address, family });
        });
      }),
  });
  // What opens connections (net, tls, and all above them) looks it up there each time.
  Object.assign(dns, { lookup });
}
