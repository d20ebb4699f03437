import { BRAND } from '../brand';
import { greeting, whenChanged, type Template } from './mail-content';

export const emailChangeUndone: Template<'email-change-undone'> = ({ first_name, ...change }) => ({
  subject: `Your ${BRAND.name} email was changed back`,
  preview: 'This address no longer signs in.',
  heading: 'Your email was changed back',
  blocks: [
    greeting(first_name),
    {
      kind: 'paragraph',
      text: 'Someone followed the link that we had sent to the address your account had before, and undid the change. That address signs in again, and this one no longer does. Everyone is signed out, and the next sign-in asks for a new password.',
    },
    ...whenChanged(change),
    {
      kind: 'paragraph',
      text: 'If it was you, all is well and you need not do anything. If it was not you, someone else reads the mails of your earlier address. Write to us at once.',
    },
    { kind: 'button', label: 'Contact us', path: '/contact' },
  ],
});
