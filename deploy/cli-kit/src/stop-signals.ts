import { findProcess } from './processes';

const POLL = 2_000;
const SHELL = /(^|\/)-?(ba|da|z|k|fi)?sh(\s|$)/;

/** Calls `stop` once, when the launcher is asked to end. */
export function onStop(stop: (reason: string) => void): void {
  let asked = false;
  const ask = (reason: string): void => {
    if (asked) {
      // A second signal ends the process immediately. The next start cleans up.
      if (reason !== 'parent') process.exit(130);
      return;
    }
    asked = true;
    stop(reason);
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => ask(name));
  // A console that has gone away is no reason to fall over while stopping.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  const ancestors = ancestorsToWatch();
  if (ancestors.length === 0) return;
  const timer = setInterval(() => {
    if (process.ppid === ancestors[0] && ancestors.every((pid) => findProcess(pid))) return;
    clearInterval(timer);
    ask('parent');
  }, POLL);
  timer.unref();
}

/**
 * Whose end is ours. Killing npm leaves its child running without a word, so npm's death counts, and
 * that of any program that started us. A shell doesn't: `npm start &` survives it.
 */
function ancestorsToWatch(): number[] {
  const parent = process.ppid;
  if (parent <= 1) return [];
  const command = findProcess(parent)?.command ?? '';
  const byNpm = process.env['npm_lifecycle_event'] !== undefined;
  if (!byNpm) return SHELL.test(command.split(' ')[0] ?? '') ? [] : [parent];
  const npm = SHELL.test(command.split(' ')[0] ?? '') ? grandparent(parent) : undefined;
  return npm === undefined ? [parent] : [parent, npm];
}

function grandparent(pid: number): number | undefined {
  const found = findProcess(pid)?.parent;
  return found === undefined || found <= 1 ? undefined : found;
}
