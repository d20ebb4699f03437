import { BRAND } from '../brand';
import { greeting, whenChanged, type Template } from './mail-content';

export const passwordChanged: Template<'password-changed'> = ({ first_name, ...stamp }) => ({
  subject: `Your ${BRAND.name} password was changed`,
  preview: 'If it was you, all is well.',
  heading: 'Your password was changed',
  blocks: [
    greeting(first_name),
    {
      kind: 'paragraph',
      text: 'Your password has just been changed. If it was you, all is well and you need not do anything.',
    },
    ...whenChanged(stamp),
    {
      kind: 'paragraph',
      text: 'If it was not you, someone else is in your account. Choose a new password at once, then sign out everywhere on your account page.',
    },
    { kind: 'button', label: 'Go to sign in', path: '/login' },
  ],
});
