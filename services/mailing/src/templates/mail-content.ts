import type { MailRequest, MailTemplateName } from '@tomekeeper/contracts-mailing';
import { BRAND } from '../brand';

/** A block of a mail; text and HTML are rendered from the same blocks, so they cannot differ. */
export type Block =
  | string
  /** A code for the user to enter. */
  | { kind: 'code'; code: string }
  /** A call-to-action link. `path` is relative to PUBLIC_URL. */
  | { kind: 'button'; label: string; path: string }
  /** Text by another person, quoted. */
  | { kind: 'quote'; text: string }
  /** Name and value, one per line. */
  | { kind: 'facts'; facts: readonly (readonly [name: string, value: string])[] }
  | { kind: 'note'; text: string; link?: { label: string; path: string } };

/** Content of a mail; {@link htmlPart} and {@link textPart} render it. */
export interface MailContent {
  subject: string;
  /** Preview line that inboxes show next to the subject. */
  preview: string;
  heading: string;
  blocks: readonly Block[];
  replyTo?: string;
  /** Adds the unsubscribe headers of mailing lists (RFC 8058). */
  oneClickPath?: string;
}

export type RequestFor<Name extends MailTemplateName> = Extract<MailRequest, { template: Name }>;
/** Template of one mail kind. */
export type Template<Name extends MailTemplateName> = (request: RequestFor<Name>) => MailContent;

const MAX_NAME_LENGTH_IN_GREETING = 40;

/**
 * "Hello Ada," when the name is plausible. Anyone can sign up with another person's address, so a "name" with an
 * advertisement or a link must not be mailed.
 */
export function greeting(name: string): string {
  const plain = namedPlainly(name);
  return plain === undefined ? 'Hello,' : `Hello ${plain},`;
}

/** Returns a user-supplied name if it is plausible. */
export function namedPlainly(name: string): string | undefined {
  const isName =
    name.length > 0 &&
    name.length <= MAX_NAME_LENGTH_IN_GREETING &&
    !/[.:/@\\<>[\]()]|www/i.test(name);
  return isName ? name : undefined;
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Formats the date of a timestamp, in UTC. */
export const dayOf = (at: string): string => DAY.format(new Date(at));

const TIME = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** Time and browser of a change, in UTC because the reader's time zone is unknown. An empty `client` is unknown. */
export function whenChanged({ at, client }: { at: string; client: string }): Block[] {
  const facts: [string, string][] = [['When', `${TIME.format(new Date(at))} UTC`]];
  if (client) facts.push(['With', client]);
  return [{ kind: 'facts', facts }];
}

/**
 * Returns a link to a page of the product.
 * @throws when the path would leave the origin
 */
export function publicLink(publicUrl: string, path: string): string {
  const link = new URL(path, publicUrl);
  if (!path.startsWith('/') || link.origin !== new URL(publicUrl).origin)
    throw new Error('A link in a mail must lead to this installation.');
  return link.href;
}

/** Renders the plain-text part. */
export function textPart(content: MailContent, publicUrl: string): string {
  const parts = content.blocks.map((block) => textOf(block, publicUrl));
  return `${[content.heading, ...parts, `-- \n${BRAND.name}\n${publicUrl}`].join('\n\n')}\n`;
}

function textOf(block: Block, publicUrl: string): string {
  if (typeof block === 'string') return block;
  switch (block.kind) {
    case 'code':
      return `    ${block.code}`;
    case 'button':
      return `${block.label}:\n${publicLink(publicUrl, block.path)}`;
    case 'quote':
      return block.text
        .split(/\r?\n/)
        .map((line) => `> ${line}`.trimEnd())
        .join('\n');
    case 'facts':
      return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
    case 'note':
      return block.link
        ? `${block.text}\n${block.link.label}: ${publicLink(publicUrl, block.link.path)}`
        : block.text;
  }
}

// Mail clients support tables, inline styles and little else. The colors are those of the web UI; clients with a dark
// mode invert them by the style block, or automatically.
const INK = '#221e1a';
const SOFT = '#645b51';
const PAPER = '#fffdf9';
const GROUND = '#f8f5ef';
const LINE = '#ddd6cb';
const ACCENT = '#2b4a6b';
const SANS = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const SERIF = "Georgia,'Times New Roman',serif";
const MONO = 'ui-monospace,SFMono-Regular,Menlo,Consolas,monospace';

const DARK = `
  @media (prefers-color-scheme: dark) {
    .ground { background: #181512 !important; }
    .paper { background: #211d19 !important; border-color: #372f28 !important; }
    .ink { color: #ebe3d6 !important; }
    .soft { color: #a99d8d !important; }
    .code { background: #181512 !important; color: #ebe3d6 !important; border-color: #372f28 !important; }
    .quote { border-color: #372f28 !important; }
    .link { color: #e5bb7e !important; }
    .button { background: #e5bb7e !important; }
    .button a { color: #20170c !important; }
  }`;

/** Renders the HTML part: one column, no images, no external resources. */
export function htmlPart(content: MailContent, publicUrl: string): string {
  const rows = content.blocks.map((block) => htmlOf(block, publicUrl)).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(content.subject)}</title>
<style>${DARK}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${GROUND};">
<div style="display:none;max-height:0;overflow:hidden;">${escaped(content.preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="ground" style="background:${GROUND};">
<tr><td align="center" style="padding:32px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;">
<tr><td class="ink" style="padding:0 8px 16px;font:600 18px/1.3 ${SERIF};color:${INK};">${escaped(BRAND.name)}</td></tr>
<tr><td class="paper" style="padding:32px;background:${PAPER};border:1px solid ${LINE};border-radius:12px;">
<h1 class="ink" style="margin:0 0 20px;font:600 24px/1.25 ${SERIF};color:${INK};">${escaped(content.heading)}</h1>
${rows}
</td></tr>
<tr><td class="soft" style="padding:16px 8px;font:13px/1.5 ${SANS};color:${SOFT};">${escaped(BRAND.name)} · ${escaped(BRAND.tagline)}<br>${linkTo(publicUrl, publicUrl)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function htmlOf(block: Block, publicUrl: string): string {
  if (typeof block === 'string') return paragraph(escaped(block));
  switch (block.kind) {
    case 'code':
      return `<p class="code" style="margin:0 0 16px;padding:16px;background:${GROUND};border:1px solid ${LINE};border-radius:8px;text-align:center;font:700 30px/1.2 ${MONO};letter-spacing:8px;color:${INK};">${escaped(block.code)}</p>`;
    case 'button':
      return button(block.label, publicLink(publicUrl, block.path));
    case 'quote':
      return `<blockquote class="quote ink" style="margin:0 0 16px;padding:4px 0 4px 16px;border-left:3px solid ${LINE};font:16px/1.55 ${SANS};color:${INK};white-space:pre-wrap;word-break:break-word;">${escaped(block.text)}</blockquote>`;
    case 'facts':
      return block.facts
        .map(([name, value]) =>
          paragraph(
            `<span class="soft" style="color:${SOFT};">${escaped(name)}:</span> ${escaped(value)}`,
          ),
        )
        .join('\n');
    case 'note':
      return `<p class="soft" style="margin:20px 0 0;font:14px/1.5 ${SANS};color:${SOFT};">${escaped(block.text)}${
        block.link ? ` ${linkTo(publicLink(publicUrl, block.link.path), block.link.label)}` : ''
      }</p>`;
  }
}

const paragraph = (html: string) =>
  `<p class="ink" style="margin:0 0 16px;font:16px/1.55 ${SANS};color:${INK};word-break:break-word;">${html}</p>`;

const linkTo = (href: string, label: string) =>
  `<a class="link" href="${escaped(href)}" style="color:${ACCENT};">${escaped(label)}</a>`;

/** Renders a button, with the URL below it for clients that do not show buttons. */
function button(label: string, href: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 12px;"><tr><td class="button" style="border-radius:8px;background:${ACCENT};"><a href="${escaped(href)}" style="display:inline-block;padding:12px 24px;font:600 16px/1.3 ${SANS};color:${PAPER};text-decoration:none;">${escaped(label)}</a></td></tr></table>
<p class="soft" style="margin:0 0 16px;font:13px/1.5 ${SANS};color:${SOFT};word-break:break-all;">${linkTo(href, href)}</p>`;
}

/** Escapes text for HTML elements and attributes. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
