import fs from 'node:fs/promises';

const ESTABLISHED = '01';
/** Inode of sockets without a process, which the kernel is still closing. */
const NOBODYS = '0';

/** Counts the connections to a local port that its server holds open, from clients at these addresses. */
export async function heldBy(port: number, clients: readonly string[]): Promise<number> {
  const wanted = new Set(clients);
  const tables = await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map(rowsOf));
  return tables
    .flat()
    .filter(
      ({ localPort, remote, state, inode }) =>
        localPort === port && wanted.has(remote) && state === ESTABLISHED && inode !== NOBODYS,
    ).length;
}

interface SocketRow {
  readonly localPort: number;
  readonly remote: string;
  readonly state: string;
  readonly inode: string;
}

async function rowsOf(file: string): Promise<SocketRow[]> {
  const text = await fs.readFile(file, 'utf8').catch(() => '');
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [, local = '', remote = '', state = '', , , , , , inode = ''] = line
        .trim()
        .split(/\s+/);
      const [, port = ''] = local.split(':');
      return { localPort: Number.parseInt(port, 16), remote: addressOf(remote), state, inode };
    });
}

/** Decodes the last four bytes, which the table contains in little-endian order. */
function addressOf(remote: string): string {
  const bytes = (remote.split(':')[0] ?? '').slice(-8).match(/../g) ?? [];
  return bytes
    .reverse()
    .map((byte) => Number.parseInt(byte, 16))
    .join('.');
}

export interface Footprint {
  readonly mebibytes: number;
  readonly files: number;
}

/** Returns a process's memory in MiB and its number of open files and sockets. */
export async function footprint(pid: number): Promise<Footprint> {
  const status = await fs.readFile(`/proc/${pid}/status`, 'utf8');
  const files = await fs.readdir(`/proc/${pid}/fd`);
  const kibibytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  return { mebibytes: Math.round(kibibytes / 1024), files: files.length };
}
