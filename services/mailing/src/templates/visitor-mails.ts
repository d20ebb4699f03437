import { BRAND } from '../brand';
import { greeting, type Template } from './mail-content';

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
