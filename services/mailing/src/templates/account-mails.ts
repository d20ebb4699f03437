import type { ProtectionChange } from '@tomekeeper/contracts-mailing';
import { BRAND } from '../brand';
import { greeting, type Template, whenChanged } from './mail-content';

export const passwordChanged: Template<'password-changed'> = ({ first_name, ...stamp }) => ({
  subject: `Your ${BRAND.name} password was changed`,
  preview: 'If this was you, you can ignore this mail.',
  heading: 'Your password was changed',
  blocks: [
    greeting(first_name),
    'Your password has just been changed. If this was you, you can ignore this mail.',
    ...whenChanged(stamp),
    'If this wasn’t you, another person has access to your account. Choose a new password now, then sign out everywhere on your account page.',
    { kind: 'button', label: 'Go to sign in', path: '/login' },
  ],
});

const NAMES = {
  SOFTWARE_TOKEN_MFA: 'your authenticator app with its recovery codes',
  EMAIL_OTP: 'codes by email',
  SMS_MFA: 'codes by text message',
} as const;

export const passwordReset: Template<'password-reset'> = ({
  first_name,
  factors,
  passkeys,
  second_factors,
  ...stamp
}) => ({
  subject: `Your ${BRAND.name} password was reset`,
  preview: 'If this was you, you can ignore this mail.',
  heading: 'Your password was reset',
  blocks: [
    greeting(first_name),
    'A new password has just been set with a code that we sent to this address. Every device is signed out, and none is remembered.',
    ...whenChanged(stamp),

    factors === 'kept'
      ? 'Passkeys and second factors of the account still work. Review them on your account page, and remove any you don’t recognize.'
      : whatWasRemoved(passkeys, second_factors),
    'If this was you, you can ignore this mail. If not, another person can read your mail: secure your mailbox first, then choose a new password here.',
    { kind: 'button', label: 'Go to sign in', path: '/login' },
  ],
});

function whatWasRemoved(passkeys: number, secondFactors: readonly (keyof typeof NAMES)[]): string {
  const removed = [
    ...(passkeys > 0 ? [passkeys === 1 ? 'a passkey' : `${passkeys} passkeys`] : []),
    ...secondFactors.map((kind) => NAMES[kind]),
  ];
  return removed.length === 0
    ? 'The account had no passkeys and no second factors.'
    : `Removed: ${removed.join(', ')}. You can set them up again on your account page.`;
}

interface Words {
  heading: string;
  text: string;
}

const CHANGES: Record<ProtectionChange, Words> = {
  'authenticator-on': {
    heading: 'Authenticator app turned on',
    text: 'From now on, signing in asks for a code of your authenticator app.',
  },
  'authenticator-off': {
    heading: 'Authenticator app turned off',
    text: 'Signing in no longer asks for a code of your authenticator app. Your recovery codes no longer work.',
  },
  'email-code-on': {
    heading: 'Codes by email turned on',
    text: 'From now on, signing in can ask for a code that we send to this address.',
  },
  'email-code-off': {
    heading: 'Codes by email turned off',
    text: 'Signing in no longer asks for a code that we send to this address.',
  },
  'text-message-on': {
    heading: 'Codes by text message turned on',
    text: 'From now on, signing in can ask for a code that we send to your phone.',
  },
  'text-message-off': {
    heading: 'Codes by text message turned off',
    text: 'Signing in no longer asks for a code that we send to your phone.',
  },
  'recovery-codes-made': {
    heading: 'New recovery codes',
    text: 'New recovery codes were created for your account. Earlier ones no longer work.',
  },
  'recovery-code-used': {
    heading: 'A recovery code was used',
    text: 'Someone signed in to your account with a recovery code. That code no longer works.',
  },
  'passkey-added': {
    heading: 'Passkey added',
    text: 'A passkey was added to your account. It signs in without your password.',
  },
  'passkey-removed': {
    heading: 'Passkey removed',
    text: 'A passkey of your account was removed. It no longer signs in.',
  },
  'device-remembered': {
    heading: 'Device remembered',
    text: 'A device is remembered from now on: signing in there no longer asks for a second step.',
  },
  'device-forgotten': {
    heading: 'Device forgotten',
    text: 'A device is no longer remembered. Signing in there asks for your second step again.',
  },
  'phone-changed': {
    heading: 'Phone number changed',
    text: 'Your account has another phone number now. Codes by text message go there.',
  },
  'phone-removed': {
    heading: 'Phone number removed',
    text: 'Your account has no phone number any more. No codes go out by text message.',
  },
};

export const protectionChanged: Template<'protection-changed'> = ({
  first_name,
  change,
  ...stamp
}) => ({
  subject: `${BRAND.name}: ${CHANGES[change].heading.toLowerCase()}`,
  preview: 'If this was you, you can ignore this mail.',
  heading: CHANGES[change].heading,
  blocks: [
    greeting(first_name),
    CHANGES[change].text,
    ...whenChanged(stamp),
    'If this was you, you can ignore this mail. If not, another person has access to your account. Choose a new password now, then sign out everywhere on your account page.',
    { kind: 'button', label: 'Go to sign in', path: '/login' },
  ],
});

/** Sent to the former address, so that the owner learns of an unauthorized change. */
export const emailChanged: Template<'email-changed'> = ({ first_name, undo_path, ...change }) => ({
  subject: `Your ${BRAND.name} email was changed`,
  preview: 'This address no longer signs in.',
  heading: 'Your email was changed',
  blocks: [
    greeting(first_name),
    'Your account has another email address now, and this one no longer signs in. If this was you, you can ignore this mail.',
    ...whenChanged(change),
    'If this wasn’t you, another person has access to your account. Restore it: this address becomes your sign-in address again, everyone is signed out, and you choose a new password.',
    { kind: 'button', label: 'Undo the change', path: undo_path },
    {
      kind: 'note',
      text: 'The link works once, for 72 hours. Should it have run out, write to us from this address.',
      link: { label: 'Contact us', path: '/contact' },
    },
  ],
});

export const emailChangeUndone: Template<'email-change-undone'> = ({ first_name, ...change }) => ({
  subject: `Your ${BRAND.name} email was changed back`,
  preview: 'This address no longer signs in.',
  heading: 'Your email was changed back',
  blocks: [
    greeting(first_name),
    'Someone followed the link that we had sent to the address your account had before, and undid the change. That address signs in again, and this one no longer does. Everyone is signed out, and the next sign-in asks for a new password.',
    ...whenChanged(change),
    'If this was you, you can ignore this mail. If not, another person can read the mails of your earlier address. Contact us now.',
    { kind: 'button', label: 'Contact us', path: '/contact' },
  ],
});

export const accountDeleted: Template<'account-deleted'> = ({
  first_name,
  reference,
  ...stamp
}) => ({
  subject: `Your ${BRAND.name} account is deleted`,
  preview: 'So are the campaigns and documents that you owned.',
  heading: 'Your account is deleted',
  blocks: [
    greeting(first_name),
    'As you asked, your account is deleted, together with the campaigns that you owned and all their documents. You are no longer a player in anyone else’s campaign.',
    ...whenChanged(stamp),
    'This is the last mail that we send to this address. Thank you for playing; you are always welcome back.',
    `We keep a record that an account was deleted today, without your name or address, under this number: ${reference}`,
    {
      kind: 'note',
      text: 'If it was not you who deleted the account, please write to us.',
      link: { label: 'Contact us', path: '/contact' },
    },
  ],
});
