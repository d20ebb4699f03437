import { BRAND } from '../brand';
import { greeting, type Template } from './mail-content';

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
    {
      kind: 'paragraph',
      text: is_current
        ? 'Enter this code where you asked for it, to confirm once more that this address is yours:'
        : 'Enter this code on your account page, and this address becomes yours to sign in with:',
    },
    { kind: 'code', code },
    { kind: 'paragraph', text: 'The code works for 24 hours.' },
    {
      kind: 'note',
      text: is_current
        ? 'If you did not ask for this, someone may be signed in to your account. Change your password on your account page.'
        : 'If you did not ask for this, someone mistyped their address. You need not do anything.',
    },
  ],
});
