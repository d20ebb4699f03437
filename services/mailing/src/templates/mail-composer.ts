import { Inject, Injectable } from '@nestjs/common';
import type { MailRequest } from '@tomekeeper/contracts-mailing';
import { CONFIG } from '@tomekeeper/service-kit';
import type { Config } from '../config';
import { accountDeleted } from './account-deleted';
import { confirmSignUp } from './confirm-sign-up';
import { confirmSignUpLink } from './confirm-sign-up-link';
import { contactMessage } from './contact-message';
import { emailChangeUndone } from './email-change-undone';
import { emailChanged } from './email-changed';
import { htmlPart } from './html-part';
import { publicLink, type MailContent } from './mail-content';
import { passwordChanged } from './password-changed';
import { passwordReset } from './password-reset';
import { protectionChanged } from './protection-changed';
import { resetPassword } from './reset-password';
import { signInCode } from './sign-in-code';
import { textMessage } from './text-message';
import { textPart } from './text-part';
import { verifyEmail } from './verify-email';
import { verifySubscription } from './verify-subscription';

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
  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'PUBLIC_URL' | 'MAIL_FROM'>) {}

  /** @param mailId makes the Message-ID, so that a repeated delivery is recognisable as one */
  compose(mailId: string, request: MailRequest): ComposedMail {
    const { MAIL_FROM: from, PUBLIC_URL: publicUrl } = this.config;
    const content = contentOf(request);
    return {
      messageId: `<${mailId}@${domainOf(from)}>`,
      from,
      to: recipient(request.to),
      ...(content.replyTo ? { replyTo: recipient(content.replyTo) } : {}),
      subject: oneLine(content.subject),
      text: textPart(content, publicUrl),
      html: htmlPart(content, publicUrl),
      headers: {
        // Keeps absence notices from answering a program.
        'Auto-Submitted': 'auto-generated',
        ...(content.oneClickPath
          ? {
              'List-Unsubscribe': `<${publicLink(publicUrl, content.oneClickPath)}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }
          : {}),
      },
    };
  }
}

/** The words for a request. */
function contentOf(request: MailRequest): MailContent {
  switch (request.template) {
    case 'confirm-sign-up':
      return confirmSignUp(request);
    case 'confirm-sign-up-link':
      return confirmSignUpLink(request);
    case 'reset-password':
      return resetPassword(request);
    case 'verify-email':
      return verifyEmail(request);
    case 'sign-in-code':
      return signInCode(request);
    case 'text-message':
      return textMessage(request);
    case 'protection-changed':
      return protectionChanged(request);
    case 'password-changed':
      return passwordChanged(request);
    case 'password-reset':
      return passwordReset(request);
    case 'email-changed':
      return emailChanged(request);
    case 'email-change-undone':
      return emailChangeUndone(request);
    case 'account-deleted':
      return accountDeleted(request);
    case 'verify-subscription':
      return verifySubscription(request);
    case 'contact-message':
      return contactMessage(request);
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
