import { Inject, Injectable } from '@nestjs/common';
import type { MailRequest } from '@tomekeeper/contracts-mailing';
import { MAIL_SETTINGS, type MailSettings } from '../mails/settings';
import { htmlPart } from './html-part';
import { publicLink } from './public-link';
import { letterFor } from './templates';
import { textPart } from './text-part';

/** A mail as nodemailer takes it. */
export interface ComposedMail {
  messageId: string;
  from: string;
  to: { name: string; address: string };
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

/** Turns a request into a mail. */
@Injectable()
export class MailComposer {
  constructor(
    @Inject(MAIL_SETTINGS) private readonly settings: Pick<MailSettings, 'publicUrl' | 'from'>,
  ) {}

  /** @param mailId makes the Message-ID, so that a repeated delivery is recognisable as one */
  compose(mailId: string, request: MailRequest): ComposedMail {
    const { from, publicUrl } = this.settings;
    const letter = letterFor(request);
    return {
      messageId: `<${mailId}@${domainOf(from)}>`,
      from,
      to: recipient(request.to),
      ...(letter.replyTo ? { replyTo: recipient(letter.replyTo) } : {}),
      subject: oneLine(letter.subject),
      text: textPart(letter, publicUrl),
      html: htmlPart(letter, publicUrl),
      headers: {
        // Keeps absence notices from answering a program.
        'Auto-Submitted': 'auto-generated',
        ...(letter.oneClickPath
          ? {
              'List-Unsubscribe': `<${publicLink(publicUrl, letter.oneClickPath)}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }
          : {}),
      },
    };
  }
}

/** As an object, so that nothing in an address can be read as a second one. */
const recipient = (address: string) => ({ name: '', address });

const domainOf = (from: string) => /@([^\s<>@]+?)>?$/.exec(from)?.[1] ?? 'localhost';

/** A header is one line; what people write may be more. */
const oneLine = (text: string) =>
  text
    .replace(/\p{C}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
