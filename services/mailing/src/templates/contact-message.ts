import { BRAND } from '../brand';
import type { Template } from './mail-content';

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
