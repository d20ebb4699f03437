import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/** The user PostgreSQL runs as when we are root, which it refuses to run as. */
export type RunAs = { readonly uid: number; readonly gid: number; readonly name: string };

/** `postgres` where the system has such a user, otherwise `nobody`; nothing when we are not root. */
export function chooseUser(passwd = '/etc/passwd'): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = new Map<string, RunAs>();
  for (const line of fs.readFileSync(passwd, 'utf8').split('\n')) {
    const [name = '', , uid, gid] = line.split(':');
    if (name !== '') users.set(name, { uid: Number(uid), gid: Number(gid), name });
  }
  // A uid without an entry in passwd fails: PostgreSQL looks its own name up.
  return users.get('postgres') ?? users.get('nobody');
}

/** Whether that user (or we ourselves) can get at the file, with all folders above it. */
export function mayUse(file: string, right: 'x' | 'w', runAs: RunAs | undefined): boolean {
  if (!runAs) {
    try {
      fs.accessSync(file, right === 'x' ? fs.constants.X_OK : fs.constants.W_OK);
      return true;
    } catch {
      return false;
    }
  }
  // Asked of the system as that user: modes, ACLs and mount options all count.
  const probe = spawnSync('/bin/sh', ['-c', `test -${right} "$0"`, file], {
    uid: runAs.uid,
    gid: runAs.gid,
    cwd: '/',
    stdio: 'ignore',
  });
  return probe.status === 0;
}
