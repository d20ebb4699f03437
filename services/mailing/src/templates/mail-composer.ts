import { Inject, Injectable } from '@nestjs/common';
import type { MailRequest, MailTemplateName } from '@tomekeeper/contracts-mailing';
import { CONFIG } from '@tomekeeper/service-kit';
import type { Config } from '../config';
import {
  accountDeleted,
  emailChangeUndone,
  emailChanged,
  passwordChanged,
  passwordReset,
  protectionChanged,
} from './account-mails';
import {
  confirmSignUp,
  confirmSignUpLink,
  resetPassword,
  signInCode,
  textMessage,
  verifyEmail,
} from './code-mails';
import { htmlPart, publicLink, textPart, type MailContent, type Template } from './mail-content';
import { campaignInvite, contactMessage, verifySubscription } from './visitor-mails';

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
    const template = TEMPLATES[request.template] as (request: MailRequest) => MailContent;
    const content = template(request);
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

/** The words of each kind of mail. */
const TEMPLATES: { [Name in MailTemplateName]: Template<Name> } = {
  'confirm-sign-up': confirmSignUp,
  'confirm-sign-up-link': confirmSignUpLink,
  'reset-password': resetPassword,
  'verify-email': verifyEmail,
  'sign-in-code': signInCode,
  'text-message': textMessage,
  'protection-changed': protectionChanged,
  'password-changed': passwordChanged,
  'password-reset': passwordReset,
  'email-changed': emailChanged,
  'email-change-undone': emailChangeUndone,
  'account-deleted': accountDeleted,
  'verify-subscription': verifySubscription,
  'campaign-invite': campaignInvite,
  'contact-message': contactMessage,
};

/** As an object, so that nothing in an address can be read as a second one. */
const recipient = (address: string) => ({ name: '', address });

const domainOf = (from: string) => /@([^\s<>@]+?)>?$/.exec(from)?.[1] ?? 'localhost';

/**
 * A header is one line; what people write may be more. Readers would decode what is written as an encoded word of
 * RFC 2047, with whatever characters it stands for, so none is left.
 */
const oneLine = (text: string) =>
  text
    .replace(/\p{C}+/gu, ' ')
    .replace(/=\?/g, '= ?')
    .replace(/\s+/g, ' ')
    .trim();
