import { BRAND } from '../brand';
import { greeting, type Template } from './mail-content';

export const confirmSignUp: Template<'confirm-sign-up'> = ({ first_name, code }) => ({
  subject: `${code} is your ${BRAND.name} code`,
  preview: `Enter it to finish signing up for ${BRAND.name}.`,
  heading: 'Confirm your address',
  blocks: [
    greeting(first_name),
    {
      kind: 'paragraph',
      text: `Welcome to ${BRAND.name}. Enter this code on the sign-up page, and your table is ready:`,
    },
    { kind: 'code', code },
    { kind: 'paragraph', text: 'The code works for 24 hours.' },
    {
      kind: 'note',
      text: 'If you did not sign up, someone mistyped their address. You need not do anything.',
    },
  ],
});
