import { BRAND } from '../brand';
import { greeting, type Template } from './mail-content';

export const confirmSignUpLink: Template<'confirm-sign-up-link'> = ({
  first_name,
  confirm_path,
}) => ({
  subject: `Confirm your address for ${BRAND.name}`,
  preview: `One click to finish signing up for ${BRAND.name}.`,
  heading: 'Confirm your address',
  blocks: [
    greeting(first_name),
    {
      kind: 'paragraph',
      text: `Welcome to ${BRAND.name}. Please confirm that this address is yours, and your table is ready:`,
    },
    { kind: 'button', label: 'Confirm my address', path: confirm_path },
    { kind: 'paragraph', text: 'The link works for 24 hours.' },
    {
      kind: 'note',
      text: 'If you did not sign up, someone mistyped their address. You need not do anything.',
    },
  ],
});
