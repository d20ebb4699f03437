import { BRAND } from '../brand';
import { greeting, whenChanged, type Template } from './mail-content';

export const accountDeleted: Template<'account-deleted'> = ({
  first_name,
  reference,
  ...stamp
}) => ({
  subject: `Your ${BRAND.name} account is deleted`,
  preview: 'So are the campaigns and documents that you owned.',
  heading: 'Your account is deleted',
  blocks: [
    greeting(first_name),
    {
      kind: 'paragraph',
      text: 'As you asked, your account is deleted, together with the campaigns that you owned and all their documents. You are no longer a player in anyone else’s campaign.',
    },
    ...whenChanged(stamp),
    {
      kind: 'paragraph',
      text: 'This is the last mail that we send to this address. Thank you for playing; you are always welcome back.',
    },
    ...(reference
      ? [
          {
            kind: 'paragraph',
            text: `We keep a record that an account was deleted today, without your name or address, under this number: ${reference}`,
          } as const,
        ]
      : []),
    {
      kind: 'note',
      text: 'If it was not you who deleted the account, please write to us.',
      link: { label: 'Contact us', path: '/contact' },
    },
  ],
});
