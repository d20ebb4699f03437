import { MAIL_SEAL_PURPOSE, mailRequest, type MailRequest } from '@tomekeeper/contracts-mailing';
import type { Keyring } from '@tomekeeper/service-kit';

export const sealRequest = (request: MailRequest, keyring: Keyring): string =>
  keyring.seal(JSON.stringify(request), MAIL_SEAL_PURPOSE);

/** @returns undefined when it was sealed with another key, or is no request */
export function openRequest(sealed: string, keyring: Keyring): MailRequest | undefined {
  try {
    const content: unknown = JSON.parse(keyring.open(sealed, MAIL_SEAL_PURPOSE).toString('utf8'));
    return mailRequest.safeParse(content).data;
  } catch {
    return undefined;
  }
}
