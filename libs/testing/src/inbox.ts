import { z } from 'zod';
import { testEnvironment } from './environment';
import { eventually, type EventuallyOptions } from './eventually';

const Address = z.object({ address: z.string(), name: z.string().optional() });

/** A mail as the mail inbox answers it, as far as tests look at it. */
const Mail = z.object({
  id: z.string(),
  subject: z.string().default(''),
  text: z.string().default(''),
  html: z.string().default(''),
  to: z.array(Address).default([]),
  from: z.array(Address).default([]),
  headers: z.record(z.string(), z.unknown()).default({}),
});
export type ReceivedMail = z.infer<typeof Mail>;

/** The mail inbox of the run, or of the instance at `url`. */
export function inbox(url?: string) {
  const base = url ?? testEnvironment().TEST_MAIL_URL;

  async function all(): Promise<ReceivedMail[]> {
    const response = await fetch(`${base}/email`);
    return z.array(Mail).parse(await response.json());
  }

  /** All mails to this address, oldest first. */
  async function to(address: string): Promise<ReceivedMail[]> {
    const wanted = address.toLowerCase();
    return (await all()).filter((mail) =>
      mail.to.some((to) => to.address.toLowerCase() === wanted),
    );
  }

  return {
    to,
    /** Waits for the newest mail to this address that satisfies `matching`. */
    latest(
      address: string,
      matching: (mail: ReceivedMail) => boolean = () => true,
      options?: EventuallyOptions,
    ): Promise<ReceivedMail> {
      return eventually(async () => (await to(address)).filter(matching).at(-1), options);
    },
    async remove(mail: ReceivedMail): Promise<void> {
      await fetch(`${base}/email/${mail.id}`, { method: 'DELETE' });
    },
  };
}

/** The six-digit code in the text part. */
export function codeIn(mail: ReceivedMail): string {
  const code = /\b\d{6}\b/.exec(mail.text)?.[0];
  if (code === undefined) throw new Error(`no six-digit code in:\n${mail.text}`);
  return code;
}

/** Links of the text part, in order of appearance. */
export function linksIn(mail: ReceivedMail): string[] {
  return mail.text.match(/https?:\/\/[^\s<>")\]]+/g) ?? [];
}
