import { BRAND } from '../brand';
import { greeting, type Template } from './mail-content';

export const resetPassword: Template<'reset-password'> = ({ first_name, code }) => ({
  subject: `${code} resets your ${BRAND.name} password`,
  preview: 'Enter it together with your new password.',
  heading: 'Choose a new password',
  blocks: [
    greeting(first_name),
    {
      kind: 'paragraph',
      text: 'Enter this code together with your new password on the page where you asked for it:',
    },
    { kind: 'code', code },
    { kind: 'paragraph', text: 'The code works for one hour.' },
    {
      kind: 'note',
      text: 'If you did not ask for this, your password stays as it is and you need not do anything. Never tell anyone this code: nobody of our team will ask for it.',
    },
  ],
});
