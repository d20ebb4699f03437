/** What delivering needs to know of the installation. */
export interface MailSettings {
  /** Begins every link. */
  publicUrl: string;
  from: string;
  smtpUrl: string;
  /**
   * The queue gives a job to another worker only when its own has not been heard of for this long, so a
   * mail that is `sending` for longer belongs to a worker that died, and may be taken up again.
   */
  leaseMs: number;
}
export const MAIL_SETTINGS = Symbol('mail settings');

/** Injection token of the service's log. */
export const LOG = Symbol('log');
