import { z } from 'zod';

/** Error properties that nodemailer sets. */
const reported = z.object({
  code: z.string().optional(),
  command: z.string().optional(),
  responseCode: z.number().optional(),
  syscall: z.string().optional(),
});

/** Errors before the mail was transmitted. */
const FAILED_BEFORE_SENDING = new Set(['EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'EPROXY', 'ECONFIG']);

/** SMTP commands whose error responses concern this mail, rather than the connection or a temporary condition. */
const VERDICT_ON_RECIPIENT = /^RCPT TO/;
const VERDICT_ON_CONTENT = /^DATA/;

/** The server did not accept a mail. */
export class SmtpFailure extends Error {
  override readonly name = 'SmtpFailure';

  constructor(
    /** For the log and the database: excludes the server's response, which may quote addresses. */
    readonly summary: string,
    /** A retry of the same mail cannot succeed. */
    readonly isPermanent: boolean,
    /** The connection broke without a response, so the server may have accepted the mail. */
    readonly isUncertain: boolean,
  ) {
    super(summary);
  }
}

/**
 * Classifies errors. Only a 5xx about the recipient or the content is permanent; operators can fix a rejected login or
 * sender (also 5xx), and the mail waits for that.
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
