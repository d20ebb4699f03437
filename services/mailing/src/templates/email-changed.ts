import { BRAND } from '../brand';
import { greeting, type Template } from './letter';

/** Goes to the address that was left, as whoever took an account over would not tell its owner. */
export const emailChanged: Template<'email-changed'> = ({ first_name }) => ({
  subject: `Your ${BRAND.name} email was changed`,
  preview: 'This address no longer signs in.',
  heading: 'Your email was changed',
  blocks: [
    greeting(first_name),
    {
      kind: 'paragraph',
      text: 'Your account has another email address now, and this one no longer signs in. If it was you, all is well and you need not do anything.',
    },
    {
      kind: 'paragraph',
      text: 'If it was not you, someone else is in your account. Write to us at once, from this address, so that we can give it back to you.',
    },
    { kind: 'button', label: 'Contact us', path: '/contact' },
  ],
});
