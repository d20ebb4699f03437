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
import { campaignInvite, campaignNews, contactMessage, verifySubscription } from './visitor-mails';

/** A mail in nodemailer's form. */
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

/** Renders a mail request. */
@Injectable()
export class MailComposer {
  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'PUBLIC_URL' | 'MAIL_FROM'>) {}

  /** @param mailId determines the Message-ID, which identifies repeated deliveries */
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
        // Suppresses automatic replies.
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

/** Template by mail kind. */
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
  'campaign-news': campaignNews,
  'contact-message': contactMessage,
};

/** An object, so that an address cannot inject a second one. */
const recipient = (address: string) => ({ name: '', address });

const domainOf = (from: string) => /@([^\s<>@]+?)>?$/.exec(from)?.[1] ?? 'localhost';

/**
 * Normalizes user input to one header line. Removes RFC 2047 encoded words, which mail clients would decode to
 * arbitrary characters.
 */
const oneLine = (text: string) =>
  text
    .replace(/\p{C}+/gu, ' ')
    .replace(/=\?/g, '= ?')
    .replace(/\s+/g, ' ')
    .trim();
