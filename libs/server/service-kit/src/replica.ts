import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import os from 'node:os';

/** The process that answers. */
export interface Replica {
  version: string;
  startedAt: Date;
  instance: string;
}

/** Looked at while it starts: files may be replaced under a process that runs. */
export function thisReplica(): Replica {
  return {
    version: fingerprint(Object.keys(require.cache)),
    startedAt: new Date(Date.now() - process.uptime() * 1000),
    instance: `${os.hostname()}-${process.pid}`,
  };
}

/** The same for the same code of ours, wherever it lies and in whichever order it was loaded. */
function fingerprint(files: readonly string[]): string {
  const own = files.filter((file) => !/[\\/]node_modules[\\/]/.test(file));
  const hashes = own.map((file) => hashOf(readFileSync(file)));
  return hashOf(hashes.sort().join()).slice(0, 12);
}

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
