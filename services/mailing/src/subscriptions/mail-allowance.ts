/** Rate limit of verification mails per address. */
const MAIL_ALLOWANCE = { perMinute: 1, perDay: 5 } as const;

/** Returns whether an address may get another mail, given those of the last day. */
export function allowsAnotherMail(sent: { lastMinute: number; lastDay: number }): boolean {
  return sent.lastMinute < MAIL_ALLOWANCE.perMinute && sent.lastDay < MAIL_ALLOWANCE.perDay;
}
