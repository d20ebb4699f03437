import type { Inline } from '@tomekeeper/contracts-document';
import { mapInlines } from '@tomekeeper/text-extraction';
import { escapeCommands } from '../../../foundry-format/commands';
import { escapeHtml, escapeText } from './escape';

/** A journal entry by its id, or an address. */
export type LinkTarget = { entry: string } | { address: string };

/** @returns undefined for links that become plain text */
export type LinkTargetOf = (href: string) => LinkTarget | undefined;

const TAGS = { code: 'code', strike: 's', italic: 'em', bold: 'strong' } as const;

export function writeInlines(inlines: readonly Inline[], targetOf: LinkTargetOf): string {
  const linked = mapInlines(inlines, ({ href, ...inline }) => {
    const target = href === undefined ? undefined : targetOf(href);
    // Imports read no links to entries in code.
    const isKept = target && !(inline.code && 'entry' in target);
    return isKept && href !== undefined ? { ...inline, href } : inline;
  });
  return linked
    .map(({ text, href, ...marks }) => {
      const html = writeLink(text, href === undefined ? undefined : targetOf(href));
      return Object.entries(TAGS)
        .filter(([mark]) => marks[mark as keyof typeof TAGS])
        .reduce((inner, [, tag]) => `<${tag}>${inner}</${tag}>`, html);
    })
    .join('');
}

function writeLink(text: string, target: LinkTarget | undefined): string {
  if (!target) return lines(escapeText(text));
  if ('entry' in target) return lines(entryLinks(text, target.entry));
  return `<a href="${escapeHtml(target.address)}">${lines(escapeText(text))}</a>`;
}

const lines = (html: string): string => html.replaceAll('\n', '<br>');

/** Words that a link to a document of Foundry can contain, at most 300 UTF-16 units. */
const LINK_WORDS = /((?:[@&[%]\u200c|[^}\n]){1,150})/u;

/** Words that one link cannot contain are between several links, or in several links. */
const entryLinks = (text: string, entry: string): string =>
  escapeCommands(text)
    .split(LINK_WORDS)
    .map((part) => {
      const words = part.trim();
      if (words === '' || /^[}\n]+$/.test(words)) return escapeHtml(part);
      const [before, after] = part.split(words, 2);
      const link = `@UUID[JournalEntry.${entry}]{${words}}`;
      return escapeHtml(`${before}${link}${after}`);
    })
    .join('');
