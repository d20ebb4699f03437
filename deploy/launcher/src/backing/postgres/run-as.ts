import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/** The unprivileged user for PostgreSQL, which refuses to run as root. */
export type RunAs = { readonly uid: number; readonly gid: number; readonly name: string };

/** Returns `postgres` if the system has such a user, otherwise `nobody`; undefined if we are not root. */
export function chooseUser(passwd = '/etc/passwd'): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = new Map<string, RunAs>();
  for (const line of fs.readFileSync(passwd, 'utf8').split('\n')) {
    const [name = '', , uid, gid] = line.split(':');
    if (name !== '') users.set(name, { uid: Number(uid), gid: Number(gid), name });
  }
  // PostgreSQL looks up its user name, so a uid without a passwd entry fails.
  return users.get('postgres') ?? users.get('nobody');
}

/** Returns whether the user (by default the current one) can access the file, including all parent folders. */
export function mayUse(file: string, right: 'x' | 'w', runAs: RunAs | undefined): boolean {
  if (!runAs) {
    try {
      fs.accessSync(file, right === 'x' ? fs.constants.X_OK : fs.constants.W_OK);
      return true;
    } catch {
      return false;
    }
  }
  // Runs the check as that user, so that modes, ACLs and mount options all count.
  const probe = spawnSync('/bin/sh', ['-c', `test -${right} "$0"`, file], {
    uid: runAs.uid,
    gid: runAs.gid,
    cwd: '/',
    stdio: 'ignore',
  });
  return probe.status === 0;
}
