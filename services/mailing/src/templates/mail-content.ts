import type { MailRequest, MailTemplateName } from '@tomekeeper/contracts-mailing';

/** A part of a mail; text and HTML are both made of the same parts, so they can't say different things. */
export type Block =
  | { kind: 'paragraph'; text: string }
  /** A code to type in. */
  | { kind: 'code'; code: string }
  /** A link that stands out. `path` is below PUBLIC_URL. */
  | { kind: 'button'; label: string; path: string }
  /** A text by someone else, set off from ours. */
  | { kind: 'quote'; text: string }
  /** Name and value, one per line. */
  | { kind: 'facts'; facts: readonly (readonly [name: string, value: string])[] }
  /** Small print. */
  | { kind: 'note'; text: string; link?: { label: string; path: string } };

/** What a mail says; `html-part.ts` and `text-part.ts` decide how it looks. */
export interface MailContent {
  subject: string;
  /** The line that inboxes show beside the subject. */
  preview: string;
  heading: string;
  blocks: readonly Block[];
  replyTo?: string;
  /** The unsubscribe headers of mails to a list's subscribers (RFC 8058). */
  oneClickPath?: string;
}

export type RequestFor<Name extends MailTemplateName> = Extract<MailRequest, { template: Name }>;
/** Words of one kind of mail. */
export type Template<Name extends MailTemplateName> = (request: RequestFor<Name>) => MailContent;

const LONGEST_NAME_IN_GREETING = 40;

/**
 * "Hello Ada," when the name reads like one. Anyone can sign up with anyone's address, so a "name" that
 * is an advertisement or a link must not be mailed by us.
 */
export function greeting(name: string): Block {
  const isName =
    name.length > 0 &&
    name.length <= LONGEST_NAME_IN_GREETING &&
    !/[.:/@\\<>[\]()]|www/i.test(name);
  return { kind: 'paragraph', text: isName ? `Hello ${name},` : 'Hello,' };
}

const TIME = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** When a change was made and with what, as far as the sender knew. The reader's time zone is not known. */
export function whenChanged({
  at,
  client,
}: {
  at?: string | undefined;
  client?: string | undefined;
}): Block[] {
  const facts: [string, string][] = [];
  if (at) facts.push(['When', `${TIME.format(new Date(at))} UTC`]);
  if (client) facts.push(['With', client]);
  return facts.length > 0 ? [{ kind: 'facts', facts }] : [];
}

/**
 * A link to a page of ours.
 * @throws when the path would lead anywhere else
 */
export function publicLink(publicUrl: string, path: string): string {
  const link = new URL(path, publicUrl);
  if (!path.startsWith('/') || link.origin !== new URL(publicUrl).origin)
    throw new Error('A link in a mail must lead to this installation.');
  return link.href;
}
