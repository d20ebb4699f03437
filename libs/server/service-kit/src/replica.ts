import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import os from 'node:os';

/** The responding process. */
export interface Replica {
  version: string;
  startedAt: Date;
  instance: string;
}

/** Reads the code at startup, because files may be replaced under a running process. */
export function thisReplica(): Replica {
  return {
    version: fingerprint(Object.keys(require.cache)),
    startedAt: new Date(Date.now() - process.uptime() * 1000),
    instance: `${os.hostname()}-${process.pid}`,
  };
}

/** Fingerprint of our code, independent of its location and load order. */
function fingerprint(files: readonly string[]): string {
  const own = files.filter((file) => !/[\\/]node_modules[\\/]/.test(file));
  const hashes = own.map((file) => hashOf(readFileSync(file)));
  return hashOf(hashes.sort().join()).slice(0, 12);
}

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
