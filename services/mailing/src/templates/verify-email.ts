import { BRAND } from '../brand';
import { greeting, type Template } from './letter';

export const verifyEmail: Template<'verify-email'> = ({ first_name, code }) => ({
  subject: `${code} confirms your new ${BRAND.name} address`,
  preview: 'Enter it on your account page.',
  heading: 'Confirm your new address',
  blocks: [
    greeting(first_name),
    {
      kind: 'paragraph',
      text: 'Enter this code on your account page, and this address becomes yours to sign in with:',
    },
    { kind: 'code', code },
    { kind: 'paragraph', text: 'The code works for 24 hours.' },
    {
      kind: 'note',
      text: 'If you did not ask for this, someone mistyped their address. You need not do anything.',
    },
  ],
});
