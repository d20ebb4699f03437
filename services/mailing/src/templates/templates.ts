import type { MailRequest } from '@tomekeeper/contracts-mailing';
import { accountDeleted } from './account-deleted';
import { confirmSignUp } from './confirm-sign-up';
import { confirmSignUpLink } from './confirm-sign-up-link';
import { contactMessage } from './contact-message';
import { emailChangeUndone } from './email-change-undone';
import { emailChanged } from './email-changed';
import type { Letter } from './letter';
import { passwordChanged } from './password-changed';
import { passwordReset } from './password-reset';
import { protectionChanged } from './protection-changed';
import { resetPassword } from './reset-password';
import { signInCode } from './sign-in-code';
import { textMessage } from './text-message';
import { verifyEmail } from './verify-email';
import { verifySubscription } from './verify-subscription';

/** The words for a request. */
export function letterFor(request: MailRequest): Letter {
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
