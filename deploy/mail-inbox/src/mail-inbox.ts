import { once } from 'node:events';
import fs from 'node:fs/promises';
import type { AddressInfo, Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { AllowedHosts } from '@tomekeeper/http-guard';
import { MailFolder } from './mail-folder';
import { smtpServer } from './smtp';
import { webServer } from './web';

const BOUNDS = { mails: 5_000, bytes: 256 * 1024 * 1024 };

export type MailInboxOptions = {
  /** Default: a free port. */
  readonly smtpPort?: number;
  readonly webPort?: number;
  /** Of both ports. The inbox contains every code and link, so restrict its access. */
  readonly host?: string;
  /** Allowed Host headers of the page, in addition to localhost's names and `host`. */
  readonly allowedHosts?: readonly string[];
  /** With a folder, mails survive a restart. */
  readonly dir?: string | undefined;
};

export type MailInbox = {
  readonly smtpUrl: string;
  /** URL of the inbox page; `GET /email` returns JSON. */
  readonly webUrl: string;
  stop(): Promise<void>;
};

/** Starts a mail server that accepts every mail and delivers it to its inbox page only. */
export async function startMailInbox({
  smtpPort = 0,
  webPort = 0,
  host = '127.0.0.1',
  allowedHosts = [],
  dir,
}: MailInboxOptions = {}): Promise<MailInbox> {
  const folder = dir ?? (await fs.mkdtemp(path.join(os.tmpdir(), 'mail-inbox-')));
  const mails = await MailFolder.open(folder, BOUNDS);
  const smtp = smtpServer(folder, mails);
  // Errors of a connection do not affect others.
  smtp.on('error', (error: Error) => process.stderr.write(`${error.message}\n`));
  smtp.listen(smtpPort, host);
  await once(smtp.server, 'listening');
  const web = webServer(mails, new AllowedHosts({ hosts: allowedHosts, bind: host }));
  await once(web.listen(webPort, host), 'listening');
  return {
    smtpUrl: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    webUrl: `http://localhost:${portOf(web)}`,
    async stop() {
      web.close().closeAllConnections();
      await new Promise<void>((resolve) => smtp.close(resolve));
      if (dir === undefined) await fs.rm(folder, { recursive: true, force: true });
    },
  };
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
