import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { correlationId, CORRELATION_HEADER } from '@tomekeeper/correlation';
import { CONFIG, Readiness } from '@tomekeeper/service-kit';
import { inSpan } from '@tomekeeper/tracing';
import { createTransport } from 'nodemailer';
import type { Config } from '../config';
import type { ComposedMail } from '../templates/mail-composer';
import { asSmtpFailure } from './smtp-failure';

const CONNECTIONS = 5;
/** A server that is silent for this long is as good as down. */
const CONNECT_MS = 5_000;
const SILENCE_MS = 15_000;

/** The mail server, over a few connections that are kept open. */
@Injectable()
export class SmtpTransport implements OnApplicationShutdown {
  private readonly transport;

  constructor(@Inject(CONFIG) config: Pick<Config, 'SMTP_URL'>, readiness: Readiness) {
    this.transport = createTransport({
      url: config.SMTP_URL,
      pool: true,
      maxConnections: CONNECTIONS,
      // A connection that closes half-way may have delivered: we repeat and count that ourselves.
      maxRequeues: 0,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      dnsTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      // Nothing in a mail may make us read files or addresses.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    // Mails are taken in while the server is away: it is shown, but does not make us unready.
    readiness.watch('smtp', () => this.transport.verify());
  }

  /** @throws {SmtpFailure} when the server did not take it */
  async send(mail: ComposedMail): Promise<void> {
    const correlation = correlationId();
    // From a mail in somebody's inbox to all lines about the click that caused it.
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
