import { BRAND } from '../brand';
import type { Template } from './mail-content';

const USES = {
  'sign-in': { what: 'signs you in to', lifetime: 'The code works once, and for three minutes.' },
  'verify-phone': { what: 'confirms your phone for', lifetime: 'The code works for 24 hours.' },
} as const;

/** Stands in for a text message, and says that it does. */
export const textMessage: Template<'text-message'> = ({ phone_number, use, code }) => ({
  subject: `Text message to ${phone_number}`,
  preview: `${code} ${USES[use].what} ${BRAND.name}.`,
  heading: 'A text message, by email',
  blocks: [
    {
      kind: 'paragraph',
      text: `This message was meant for the phone ${phone_number}. No provider of text messages is set up here, so it came by email.`,
    },
    { kind: 'paragraph', text: `This code ${USES[use].what} ${BRAND.name}:` },
    { kind: 'code', code },
    { kind: 'paragraph', text: USES[use].lifetime },
    {
      kind: 'note',
      text: 'If you did not ask for it, never tell anyone this code: nobody of our team will ask for it.',
    },
  ],
});
