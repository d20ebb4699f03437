import type { ProtectionChange } from '@tomekeeper/contracts-mailing';
import { BRAND } from '../brand';
import { greeting, whenChanged, type Template } from './mail-content';

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
    text: 'New recovery codes were made for your account. Earlier ones no longer work.',
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
  preview: 'If it was you, all is well.',
  heading: CHANGES[change].heading,
  blocks: [
    greeting(first_name),
    { kind: 'paragraph', text: CHANGES[change].text },
    ...whenChanged(stamp),
    {
      kind: 'paragraph',
      text: 'If it was you, all is well and you need not do anything. If it was not you, someone else is in your account. Choose a new password at once, then sign out everywhere on your account page.',
    },
    { kind: 'button', label: 'Go to sign in', path: '/login' },
  ],
});
