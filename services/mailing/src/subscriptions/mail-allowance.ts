/** Verification mails that one address may be sent. */
const MAIL_ALLOWANCE = { perMinute: 1, perDay: 5 } as const;

/** Whether an address may be sent another mail after those of the last day. */
export function allowsAnotherMail(sent: { lastMinute: number; lastDay: number }): boolean {
  return sent.lastMinute < MAIL_ALLOWANCE.perMinute && sent.lastDay < MAIL_ALLOWANCE.perDay;
}
