import os from 'node:os';

/** Loopback names, under which no page of another machine can be served. */
const LOCAL = ['localhost', '127.0.0.1', '[::1]'];
/** Bind addresses that listen on all interfaces. */
const ANY_ADDRESS = new Set(['0.0.0.0', '::', '[::]']);
/**
 * Cache lifetime of interface addresses: machines change networks while the server runs, but reading them per request is too
 * slow.
 */
const ADDRESSES_KEPT_MS = 5_000;
const HOST = /^(\[[0-9a-f:.]+\]|[^[\]:@/\\?#\s]+)(?::\d{0,5})?$/i;

export interface HostSources {
  /** Public URLs of the server; their hosts are allowed. */
  urls?: readonly string[];
  /** `ALLOWED_HOSTS`: names or addresses, without port. */
  hosts?: readonly string[];
  /** Bind address. When listening on all interfaces, this machine's own addresses are allowed as IP literals. */
  bind?: string;
}

/**
 * Allowed `Host` values, against DNS rebinding: an attacker's page can resolve its own name to this machine's address and thereby
 * share the server's origin, but it cannot change the host name in its requests.
 */
export class AllowedHosts {
  private readonly names: ReadonlySet<string>;
  private readonly isEverywhere: boolean;
  private addresses: { until: number; all: ReadonlySet<string> } | undefined;

  constructor({ urls = [], hosts = [], bind }: HostSources) {
    const isBound = bind !== undefined && !ANY_ADDRESS.has(bind);
    this.isEverywhere = bind !== undefined && ANY_ADDRESS.has(bind);
    this.names = new Set(
      [
        ...LOCAL,
        ...urls.map((url) => new URL(url).hostname),
        ...hosts,
        ...(isBound ? [bind] : []),
      ].map(canonical),
    );
  }

  /** @param host of a request, with or without a port: published ports differ from ours */
  allows(host: string | undefined): boolean {
    if (host === undefined) return false;
    const name = HOST.exec(host)?.[1];
    if (name === undefined) return false;
    const known = canonical(name);
    return this.names.has(known) || (this.isEverywhere && this.own().has(known));
  }

  /** Current addresses of this machine. */
  private own(): ReadonlySet<string> {
    const now = performance.now();
    if (!this.addresses || this.addresses.until < now) {
      const all = Object.values(os.networkInterfaces()).flatMap((each) => each ?? []);
      this.addresses = {
        until: now + ADDRESSES_KEPT_MS,
        all: new Set(all.map(({ address }) => canonical(address))),
      };
    }
    return this.addresses.all;
  }
}

/** Lower case, IPv6 in brackets and in its shortest form, without a trailing dot. */
function canonical(name: string): string {
  const [address = ''] = name.replace(/^\[|\]$/g, '').split('%', 1);
  if (!address.includes(':')) return address.toLowerCase().replace(/\.$/, '');
  try {
    return new URL(`http://[${address}]/`).hostname;
  } catch {
    return name.toLowerCase();
  }
}
