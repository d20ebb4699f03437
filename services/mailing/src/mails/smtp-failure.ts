import { z } from 'zod';

/** What nodemailer tells of a failure. */
const reported = z.object({
  code: z.string().optional(),
  command: z.string().optional(),
  responseCode: z.number().optional(),
  syscall: z.string().optional(),
});

/** The conversation did not get as far as the mail itself. */
const FAILED_BEFORE_SENDING = new Set(['EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'EPROXY', 'ECONFIG']);

/** Replies that stand for a verdict on this very mail, and not on us or on the moment. */
const VERDICT_ON_RECIPIENT = /^RCPT TO/;
const VERDICT_ON_CONTENT = /^DATA/;

/** The server did not take a mail. */
export class SmtpFailure extends Error {
  override readonly name = 'SmtpFailure';

  constructor(
    /** For the log and the table: servers quote addresses in their replies, so those stay out. */
    readonly summary: string,
    /** No other try of the same mail can end differently. */
    readonly isPermanent: boolean,
    /** The connection broke without an answer, so the server may have taken the mail. */
    readonly isUncertain: boolean,
  ) {
    super(summary);
  }
}

/**
 * Sorts failures. Only a 5xx about the recipient or the content is final; a refused login or sender
 * (5xx too) is our operators' to mend, and the mail can wait for that.
 */
export function asSmtpFailure(error: unknown): SmtpFailure {
  const parsed = reported.safeParse(error);
  const { code = 'unknown', command = '', responseCode, syscall } = parsed.data ?? {};
  const isVerdict = VERDICT_ON_RECIPIENT.test(command) || VERDICT_ON_CONTENT.test(command);
  const isPermanent = isVerdict && responseCode !== undefined && responseCode >= 500;
  const isUncertain =
    responseCode === undefined && syscall !== 'connect' && !FAILED_BEFORE_SENDING.has(code);
  const summary = [code, command, responseCode].filter(Boolean).join(' ');
  return new SmtpFailure(summary, isPermanent, isUncertain);
}
