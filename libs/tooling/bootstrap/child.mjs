import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/**
 * Runs a program with its output in a log file. The program runs in a separate process group and is ended
 * with this process, so a build never outlives the command that started it.
 * @param {string[]} command
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, log: string,
 *   onLine?: (line: string) => void }} options
 * @returns {Promise<{ code: number, tail: string }>}
 */
export function runLogged([program = '', ...args], { cwd, env = process.env, log, onLine }) {
  fs.mkdirSync(path.dirname(log), { recursive: true });
  const file = fs.openSync(log, 'w');
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const parent = process.ppid;
    const end = (/** @type {NodeJS.Signals} */ signal) => {
      try {
        if (child.pid) process.kill(-child.pid, signal);
      } catch {
        // Already exited.
      }
    };
    const stop = () => {
      end('SIGTERM');
      process.exit(130);
    };
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, stop);
    const orphaned = setInterval(() => {
      if (process.env.npm_lifecycle_event !== undefined && process.ppid !== parent) stop();
    }, 500);
    let tail = '';
    const take = (/** @type {Buffer} */ chunk) => {
      fs.writeSync(file, chunk);
      tail = (tail + chunk.toString()).slice(-8000);
      for (const line of chunk.toString().split('\n')) onLine?.(line);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.once('error', reject);
    child.once('close', (code) => {
      clearInterval(orphaned);
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeListener(name, stop);
      fs.closeSync(file);
      resolve({ code: code ?? 1, tail });
    });
  });
}
