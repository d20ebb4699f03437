import { BRAND } from '../brand';
import { greeting, whenChanged, type Block, type Template } from './mail-content';

/** Sent to the former address, so that the owner learns of a change that someone else made. */
export const emailChanged: Template<'email-changed'> = ({ first_name, undo_path, ...change }) => ({
  subject: `Your ${BRAND.name} email was changed`,
  preview: 'This address no longer signs in.',
  heading: 'Your email was changed',
  blocks: [
    greeting(first_name),
    {
      kind: 'paragraph',
      text: 'Your account has another email address now, and this one no longer signs in. If it was you, all is well and you need not do anything.',
    },
    ...whenChanged(change),
    ...remedy(undo_path),
  ],
});

function remedy(undoPath: string | undefined): Block[] {
  if (undoPath === undefined)
    return [
      {
        kind: 'paragraph',
        text: 'If it was not you, someone else is in your account. Write to us at once, from this address, so that we can give it back to you.',
      },
      { kind: 'button', label: 'Contact us', path: '/contact' },
    ];
  return [
    {
      kind: 'paragraph',
      text: 'If it was not you, someone else is in your account. Take it back: this address signs in again, everyone is signed out, and you choose a new password.',
    },
    { kind: 'button', label: 'Undo the change', path: undoPath },
    {
      kind: 'note',
      text: 'The link works once, for 72 hours. Should it have run out, write to us from this address.',
      link: { label: 'Contact us', path: '/contact' },
    },
  ];
}
