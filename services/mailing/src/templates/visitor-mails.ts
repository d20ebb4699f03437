import { BRAND } from '../brand';
import { dayOf, greeting, namedPlainly, type Template } from './mail-content';

export const verifySubscription: Template<'verify-subscription'> = ({
  name,
  verify_path,
  unsubscribe_path,
  one_click_path,
}) => ({
  subject: `Confirm that you want news of ${BRAND.name}`,
  preview: 'One click, and you hear of it when we launch.',
  heading: 'One click, and you are on the list',
  blocks: [
    greeting(name),
    `You asked to hear of ${BRAND.name} by mail. Please confirm that this address is yours:`,
    { kind: 'button', label: 'Confirm my address', path: verify_path },
    'The link works once, and for 48 hours.',
    {
      kind: 'note',
      text: 'If it was not you who asked, do nothing and nothing more will come.',
      link: { label: 'Unsubscribe', path: unsubscribe_path },
    },
  ],
  oneClickPath: one_click_path,
});

/**
 * A campaign invite. Anyone can have it sent to any address, so name and title appear only when they are harmless, and
 * never in the subject or preview, which mail clients would attribute to us.
 */
export const campaignInvite: Template<'campaign-invite'> = ({
  inviter,
  title,
  role,
  invite_path,
  expires_at,
}) => {
  const who = namedPlainly(inviter) ?? 'A game master';
  const named = titledPlainly(title);
  return {
    subject: `You are invited to a campaign in ${BRAND.name}`,
    preview: 'Open the link, sign up or in, and you are at the table.',
    heading: 'You are invited to a campaign',
    blocks: [
      role === 'co_gm'
        ? `${who} asks you to run a campaign with them, as its co-GM${named ? ':' : '.'}`
        : `${who} asks you to play in a campaign of theirs${named ? ':' : '.'}`,
      ...(named ? [{ kind: 'quote', text: named } as const] : []),
      { kind: 'button', label: 'See the invitation', path: invite_path },
      role === 'co_gm'
        ? `The link works once, until ${dayOf(expires_at)}, for an account with this address.`
        : `The link works until ${dayOf(expires_at)}. If you have no account yet, you can make one on the way.`,
      {
        kind: 'note',
        text: 'If you do not know this person, ignore this mail: no information about you is shared, and no account is created.',
      },
    ],
  };
};

/** A longer title, or one that mail clients could turn into a link, may be an advertisement. */
const MAX_TITLE_LENGTH = 80;
const titledPlainly = (title: string) =>
  title.length <= MAX_TITLE_LENGTH && !/:\/\/|www\.|[@\\<>]|[\p{L}\d]\.\p{L}{2,}/iu.test(title)
    ? title
    : undefined;

/** Contains neither content nor the campaign's title, because mailboxes can be read by others. */
export const campaignNews: Template<'campaign-news'> = ({
  first_name,
  open_path,
  stop_path,
  one_click_path,
}) => ({
  subject: 'Something new in one of your campaigns',
  preview: 'Open the campaign to see the news.',
  heading: 'Something new in one of your campaigns',
  blocks: [
    greeting(first_name),
    'There is something new for you in one of your campaigns.',
    { kind: 'button', label: 'See what’s new', path: open_path },
    {
      kind: 'note',
      text: 'You asked for these mails in the settings of the campaign.',
      link: { label: 'Stop these mails', path: stop_path },
    },
  ],
  oneClickPath: one_click_path,
});

export const contactMessage: Template<'contact-message'> = ({
  name,
  reply_to,
  subject,
  message,
}) => ({
  subject: `[${BRAND.name} contact] ${subject || 'No subject'}`,
  preview: `A visitor wrote: ${message.slice(0, 80)}`,
  heading: 'A visitor wrote to you',
  blocks: [
    {
      kind: 'facts',
      facts: [
        ['From', name ? `${name} <${reply_to}>` : reply_to],
        ['Subject', subject || 'none'],
      ],
    },
    { kind: 'quote', text: message },
    { kind: 'note', text: 'Answering this mail answers the visitor.' },
  ],
  replyTo: reply_to,
});
