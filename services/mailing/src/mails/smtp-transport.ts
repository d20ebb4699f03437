import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { correlationId, CORRELATION_HEADER } from '@tomekeeper/correlation';
import { CONFIG, Readiness } from '@tomekeeper/service-kit';
import { inSpan } from '@tomekeeper/tracing';
import { createTransport } from 'nodemailer';
import type { Config } from '../config';
import type { ComposedMail } from '../templates/mail-composer';
import { asSmtpFailure } from './smtp-failure';

const CONNECTIONS = 5;
/** Timeout after which a silent server counts as down. */
const CONNECT_MS = 5_000;
const SILENCE_MS = 15_000;

/** SMTP connection pool. */
@Injectable()
export class SmtpTransport implements OnApplicationShutdown {
  private readonly transport;

  constructor(@Inject(CONFIG) config: Pick<Config, 'SMTP_URL'>, readiness: Readiness) {
    this.transport = createTransport({
      url: config.SMTP_URL,
      pool: true,
      maxConnections: CONNECTIONS,
      // A broken connection may have delivered: the job retries and counts that.
      maxRequeues: 0,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      dnsTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      // A mail must never cause access to files or URLs.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    // The service accepts mails during an SMTP outage: the check is reported, but does not affect readiness.
    readiness.watch('smtp', () => this.transport.verify());
  }

  /** @throws {SmtpFailure} when the server did not accept the mail */
  async send(mail: ComposedMail): Promise<void> {
    const correlation = correlationId();
    // Links a delivered mail to the log lines of the request that caused it.
    const headers = {
      ...mail.headers,
      ...(correlation ? { [CORRELATION_HEADER]: correlation } : {}),
    };
    await inSpan({ name: 'SMTP send', kind: 'client' }, () =>
      this.transport.sendMail({ ...mail, headers }).catch((error: unknown) => {
        throw asSmtpFailure(error);
      }),
    );
  }

  onApplicationShutdown(): void {
    this.transport.close();
  }
}
