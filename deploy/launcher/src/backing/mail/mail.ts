import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import { endProcess, sleep, StartupProblem, freePort } from '@tomekeeper/cli-kit';

export type MailOptions = {
  readonly smtpPort?: number;
  readonly webPort?: number;
  /** With a folder, mails survive a restart. */
  readonly dir?: string;
  /** Host of the inbox page. The inbox contains every code and link, so restrict its access. */
  readonly webHost?: string;
  /** Allowed Host headers of the page, in addition to localhost's names and `webHost`. */
  readonly allowedHosts?: readonly string[];
  readonly onOutput?: (chunk: Buffer) => void;
  /** Called immediately, before the server is ready. */
  readonly onSpawn?: (pid: number) => void;
};

export type Mail = {
  readonly smtpUrl: string;
  /** URL of the inbox page; `GET /email` returns JSON. */
  readonly webUrl: string;
  readonly pid: number;
  readonly exited: Promise<void>;
  stop(): Promise<void>;
};

const PROGRAM = require.resolve('@tomekeeper/mail-inbox/main');

/** Starts a mail server that accepts every mail and delivers it to its inbox page only. */
export async function startMail(options: MailOptions = {}): Promise<Mail> {
  const smtpPort = options.smtpPort ?? (await freePort());
  const webPort = options.webPort ?? (await freePort());
  const webHost = options.webHost ?? '127.0.0.1';
  if (options.dir !== undefined) await fs.mkdir(options.dir, { recursive: true });
  const child = spawn(process.execPath, [PROGRAM, ...flags(smtpPort, webPort, webHost, options)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, MAIL_INBOX_ALLOWED_HOSTS: (options.allowedHosts ?? []).join(',') },
  });
  if (child.pid !== undefined) options.onSpawn?.(child.pid);
  child.stdout.on('data', (chunk: Buffer) => options.onOutput?.(chunk));
  child.stderr.on('data', (chunk: Buffer) => options.onOutput?.(chunk));
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const probe = `http://127.0.0.1:${webPort}/healthz`;
  const end = Date.now() + 60_000;
  while (!(await answers(probe))) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > end) {
      if (child.pid !== undefined) await endProcess(child.pid);
      throw new StartupProblem('The mail inbox did not start.');
    }
    await sleep(100);
  }
  const pid = child.pid ?? 0;
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    webUrl: `http://localhost:${webPort}`,
    pid,
    exited,
    stop: () => endProcess(pid, { grace: 3_000 }),
  };
}

function flags(smtp: number, web: number, webHost: string, { dir }: MailOptions): string[] {
  return [
    ...['--smtp', String(smtp), '--ip', '127.0.0.1'],
    ...['--web', String(web), '--web-ip', webHost],
    ...(dir === undefined ? [] : ['--mail-directory', dir]),
  ];
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
