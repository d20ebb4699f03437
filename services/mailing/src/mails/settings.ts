/** What delivering needs to know of the installation. */
export interface MailSettings {
  /** Begins every link. */
  publicUrl: string;
  from: string;
  smtpUrl: string;
}
export const MAIL_SETTINGS = Symbol('mail settings');

/** Injection token of the service's log. */
export const LOG = Symbol('log');
