import { z } from 'zod';
import {
  emailAddress,
  hasNoControlCharacters,
  optionalText,
  timestamp,
} from '@tomekeeper/contracts-values';

export const CONTACT_LIMITS = { subject: 200, message: 10_000 } as const;

/** Body of `POST /api/contact/`. `recaptcha_token` holds the captcha token of either provider. */
export const contactRequest = z.object({
  name: optionalText('Name').default(''),
  email: emailAddress,
  subject: optionalText('Subject', CONTACT_LIMITS.subject).default(''),
  message: z
    .string({ error: 'Message must be text.' })
    .trim()
    .min(1, { error: 'Message must not be empty.' })
    .max(CONTACT_LIMITS.message, {
      error: `Message must have at most ${CONTACT_LIMITS.message} characters.`,
    })
    .refine(hasNoControlCharacters, { error: 'Message must not contain control characters.' }),
  recaptcha_token: z.string().max(4096).default(''),
});
export type ContactRequest = z.infer<typeof contactRequest>;

/** Response of the internal `GET /internal/messages?email=`: all messages sent from that address. */
export const messagesAnswer = z.object({
  messages: z.array(
    z.object({
      name: z.string(),
      email: z.string(),
      subject: z.string(),
      message: z.string(),
      created_at: timestamp,
    }),
  ),
});
export type MessagesAnswer = z.infer<typeof messagesAnswer>;
