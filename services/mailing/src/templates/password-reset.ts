import { BRAND } from '../brand';
import { greeting, whenChanged, type Template } from './mail-content';

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
  preview: 'If it was you, all is well.',
  heading: 'Your password was reset',
  blocks: [
    greeting(first_name),
    {
      kind: 'paragraph',
      text: 'A new password has just been set with a code that we sent to this address. Every device is signed out, and none is remembered.',
    },
    ...whenChanged(stamp),
    {
      kind: 'paragraph',
      text:
        factors === 'kept'
          ? 'Passkeys and second factors that the account had were kept. Look through them on your account page, and remove what is not yours.'
          : whatWasRemoved(passkeys, second_factors),
    },
    {
      kind: 'paragraph',
      text: 'If it was you, all is well. If it was not you, someone else reads your mail: secure your mailbox first, then choose a new password here.',
    },
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
