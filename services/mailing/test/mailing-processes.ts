import type { ChildProcess } from 'node:child_process';
import { startMailing, type MailingApp, type MailingOptions } from './mailing-app';
import { startSmallSmtp, type SmallSmtp } from './small-smtp';
import { startWorker } from './worker';

export interface MailingProcesses {
  readonly mailing: MailingApp;
  readonly smtp: SmallSmtp;
  startWorker(): void;
  /** The worker that was started last. */
  killWorker(): void;
  stop(): Promise<void>;
}

/** The mailing service with a misbehaving mail server, and workers in separate processes that can be killed. */
export async function startMailingProcesses(
  options: Pick<MailingOptions, 'queueUrl'> = {},
): Promise<MailingProcesses> {
  const smtp = await startSmallSmtp();
  const mailing = await startMailing({ ...options, smtpUrl: smtp.url, hostWorker: false });
  let worker: ChildProcess | undefined;
  const killWorker = () => worker?.kill('SIGKILL');
  return {
    mailing,
    smtp,
    startWorker() {
      worker = startWorker(mailing, smtp);
    },
    killWorker,
    async stop() {
      killWorker();
      await mailing.stop();
      await smtp.stop();
    },
  };
}
