import { BRAND } from '../brand';
import { greeting, type Template } from './mail-content';

export const signInCode: Template<'sign-in-code'> = ({ first_name, code }) => ({
  subject: `${code} signs you in to ${BRAND.name}`,
  preview: 'Enter it on the sign-in page.',
  heading: 'Your sign-in code',
  blocks: [
    greeting(first_name),
    { kind: 'paragraph', text: 'Enter this code on the sign-in page:' },
    { kind: 'code', code },
    { kind: 'paragraph', text: 'The code works once, and for three minutes.' },
    {
      kind: 'note',
      text: 'If you are not signing in, someone else typed your address, and may know your password. Never tell anyone this code: nobody of our team will ask for it.',
    },
  ],
});
