import { BRAND } from '../brand';
import { greeting, type Template } from './mail-content';

const NOT_SIGNED_UP =
  'If you did not sign up, someone mistyped their address. You need not do anything.';

export const confirmSignUp: Template<'confirm-sign-up'> = ({
  first_name,
  code,
  joins_campaign = false,
}) => ({
  subject: `${code} is your ${BRAND.name} code`,
  preview: `Enter it to finish signing up for ${BRAND.name}.`,
  heading: 'Confirm your address',
  blocks: [
    greeting(first_name),
    `Welcome to ${BRAND.name}. Enter this code on the sign-up page, and your table is ready:`,
    { kind: 'code', code },
    'The code works for 24 hours.',
    ...(joins_campaign
      ? [
          'This sign-up started from an invite to a campaign. Entering the code also joins that campaign.',
        ]
      : []),
    {
      kind: 'note',
      text: joins_campaign
        ? `${NOT_SIGNED_UP} If you did not open an invite, do not enter this code.`
        : NOT_SIGNED_UP,
    },
  ],
});

export const confirmSignUpLink: Template<'confirm-sign-up-link'> = ({
  first_name,
  confirm_path,
  joins_campaign = false,
}) => ({
  subject: `Confirm your address for ${BRAND.name}`,
  preview: `One click to finish signing up for ${BRAND.name}.`,
  heading: 'Confirm your address',
  blocks: [
    greeting(first_name),
    `Welcome to ${BRAND.name}. Please confirm that this address is yours, and your table is ready:`,
    { kind: 'button', label: 'Confirm my address', path: confirm_path },
    'The link works for 24 hours.',
    ...(joins_campaign
      ? [
          'This sign-up started from an invite to a campaign. Confirming your address also joins that campaign.',
        ]
      : []),
    {
      kind: 'note',
      text: joins_campaign
        ? `${NOT_SIGNED_UP} If you did not open an invite, do not follow this link.`
        : NOT_SIGNED_UP,
    },
  ],
});

export const resetPassword: Template<'reset-password'> = ({ first_name, code }) => ({
  subject: `${code} resets your ${BRAND.name} password`,
  preview: 'Enter it together with your new password.',
  heading: 'Choose a new password',
  blocks: [
    greeting(first_name),
    'Enter this code together with your new password on the page where you asked for it:',
    { kind: 'code', code },
    'The code works for one hour.',
    {
      kind: 'note',
      text: 'If you did not request this code, you can ignore this mail: your password has not changed. Never share this code. Our team will never ask for it.',
    },
  ],
});

export const verifyEmail: Template<'verify-email'> = ({
  first_name,
  code,
  is_current = false,
}) => ({
  subject: `${code} confirms your ${is_current ? '' : 'new '}${BRAND.name} address`,
  preview: is_current ? 'Enter it where you asked for it.' : 'Enter it on your account page.',
  heading: is_current ? 'Confirm your address' : 'Confirm your new address',
  blocks: [
    greeting(first_name),
    is_current
      ? 'Enter this code where you asked for it, to confirm once more that this address is yours:'
      : 'Enter this code on your account page, and this address becomes yours to sign in with:',
    { kind: 'code', code },
    'The code works for 24 hours.',
    {
      kind: 'note',
      text: is_current
        ? 'If you did not ask for this, someone may be signed in to your account. Change your password on your account page.'
        : 'If you did not ask for this, someone mistyped their address. You need not do anything.',
    },
  ],
});

export const signInCode: Template<'sign-in-code'> = ({ first_name, code }) => ({
  subject: `${code} signs you in to ${BRAND.name}`,
  preview: 'Enter it on the sign-in page.',
  heading: 'Your sign-in code',
  blocks: [
    greeting(first_name),
    'Enter this code on the sign-in page:',
    { kind: 'code', code },
    'The code works once, and for three minutes.',
    {
      kind: 'note',
      text: 'If you are not signing in, another person entered your address and may know your password. Never share this code. Our team will never ask for it.',
    },
  ],
});

const USES = {
  'sign-in': { what: 'signs you in to', lifetime: 'The code works once, and for three minutes.' },
  'verify-phone': { what: 'confirms your phone for', lifetime: 'The code works for 24 hours.' },
} as const;

/** Replaces a text message, and says so. */
export const textMessage: Template<'text-message'> = ({ phone_number, use, code }) => ({
  subject: `Text message to ${phone_number}`,
  preview: `${code} ${USES[use].what} ${BRAND.name}.`,
  heading: 'A text message, by email',
  blocks: [
    `This message was intended for the phone ${phone_number}. No provider of text messages is configured, so you received it by email.`,
    `This code ${USES[use].what} ${BRAND.name}:`,
    { kind: 'code', code },
    USES[use].lifetime,
    {
      kind: 'note',
      text: 'If you did not request this code, never share it. Our team will never ask for it.',
    },
  ],
});
