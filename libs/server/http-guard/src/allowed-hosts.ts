import os from 'node:os';

/** Names of the machine itself, which no page on another machine can be served under. */
const LOCAL = ['localhost', '127.0.0.1', '[::1]'];
/** Addresses at which a server listens on all that the machine has. */
const ANY_ADDRESS = new Set(['0.0.0.0', '::', '[::]']);
/** Machines move between networks while the server runs; reading them at each request would cost too much. */
const ADDRESSES_KEPT_MS = 5_000;
const HOST = /^(\[[0-9a-f:.]+\]|[^[\]:@/\\?#\s]+)(?::\d{0,5})?$/i;

export interface HostSources {
  /** Where people find the server: the hosts of these URLs. */
  urls?: readonly string[];
  /** `ALLOWED_HOSTS`: names or addresses, without port. */
  hosts?: readonly string[];
  /** What the server listens on. At every address, this machine's own are allowed as IP literals. */
  bind?: string;
}

/**
 * The hosts a server answers. A page of anybody's can give its own name this machine's address (DNS rebinding)
 * and would then be of the server's origin; what it can not change is the name that its requests carry.
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

  /** Addresses that this machine has right now. */
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

/** Lower case, IPv6 in brackets and in its shortest form, without the dot that ends a full name. */
function canonical(name: string): string {
  const [address = ''] = name.replace(/^\[|\]$/g, '').split('%', 1);
  if (!address.includes(':')) return address.toLowerCase().replace(/\.$/, '');
  try {
    return new URL(`http://[${address}]/`).hostname;
  } catch {
    return name.toLowerCase();
  }
}
