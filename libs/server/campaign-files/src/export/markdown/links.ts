import type { Inline } from '@tomekeeper/contracts-document';
import { nameLink, type NameLink } from '@tomekeeper/contracts-document/name-link';
import { escapeAddress } from './escape';

/** The end of a link: the name in `[[name]]`, with an address for texts that this form cannot hold; or an address alone. */
export interface LinkTarget {
  name?: string;
  address: string;
}

/** @returns undefined for links that become plain text */
export type LinkTargetOf = (href: string) => LinkTarget | undefined;

/** Keeps links to the web and by name; links to items of a campaign become text. */
export const externalTarget: LinkTargetOf = (href) => {
  if (href.startsWith('item:')) return undefined;
  const link = nameLink(href);
  return link ? nameTarget(link) : { address: href };
};

function nameTarget({ name, heading }: NameLink): LinkTarget {
  const fragment = heading === undefined ? '' : `#${encodeURIComponent(heading)}`;
  const address = `${encodeURIComponent(name)}${fragment}`;
  const isWritable = !/[[\]|#\\\n]|%%/.test(name + (heading ?? ''));
  return { address, ...(isWritable && { name: heading ? `${name}#${heading}` : name }) };
}

/** Length of `[[name|text]]` between the brackets. */
const MAX_NAMED = 500;

/** @param write returns the Markdown of the text */
export function writeLink(
  target: LinkTarget | undefined,
  inlines: readonly Inline[],
  write: () => string,
): string | undefined {
  if (!target) return undefined;
  const [only, ...others] = inlines;
  if (target.name !== undefined && only && others.length === 0 && isNameText(only)) {
    const named = target.name.replaceAll('#', ' › ') === only.text ? '' : `|${only.text}`;
    if (target.name.length + named.length <= MAX_NAMED) return `[[${target.name}${named}]]`;
  }
  // `[!` at the beginning of a quote names a callout.
  return `[${write().replace(/^!/, '\\!')}](<${escapeAddress(target.address)}>)`;
}

const isNameText = ({ text, code }: Inline): boolean =>
  !code && text === text.trim() && !/[[\]|\n\\]|%%/.test(text);
