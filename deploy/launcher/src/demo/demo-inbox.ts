import { z } from 'zod';
import { sleep, StartupProblem } from '@tomekeeper/cli-kit';

const Mails = z.array(
  z.object({
    text: z.string().default(''),
    time: z.coerce.date(),
    to: z.array(z.object({ address: z.string() })).default([]),
  }),
);

const MAIL_TIMEOUT_MS = 30_000;

/** Waits for the newest code mailed to an address since `since`, in epoch milliseconds. */
export async function codeFor(inbox: string, address: string, since: number): Promise<string> {
  // Mail dates have a resolution of one second.
  const from = Math.floor(since / 1000) * 1000;
  for (const end = Date.now() + MAIL_TIMEOUT_MS; Date.now() < end; await sleep(200)) {
    const mails = Mails.parse(await (await fetch(`${inbox}/email`)).json());
    const mine = mails.filter(
      (mail) => mail.time.getTime() >= from && mail.to.some((to) => to.address === address),
    );
    const code = /\b\d{6}\b/.exec(mine.at(-1)?.text ?? '')?.[0];
    if (code !== undefined) return code;
  }
  throw new StartupProblem(`No mail with a code arrived for ${address}.`);
}
