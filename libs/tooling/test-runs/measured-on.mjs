import { execFileSync } from 'node:child_process';
import os from 'node:os';
import { WORKSPACE } from '../bootstrap/bootstrap.mjs';

/** Date, commit and machine type of a measurement. */
export function measuredOn() {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: WORKSPACE,
    encoding: 'utf8',
  }).trim();
  const date = new Date().toISOString().slice(0, 10);
  const memory = Math.round(os.totalmem() / 1024 ** 3);
  const machine = `${os.cpus().length} cores, ${memory} GB of memory, ${os.platform()} ${os.arch()}, Node ${process.versions.node}`;
  return `Measured on ${date} at commit ${commit}: ${machine}.`;
}
