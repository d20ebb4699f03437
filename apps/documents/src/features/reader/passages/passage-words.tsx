import { createContext, useContext, type ReactNode } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import type { Inline } from '@tomekeeper/contracts-document';
import { foundIn, type FoundAt } from '../find/find-words';
import { MissingLink } from './missing-link';
import styles from './passage.module.css';

interface TextDisplay {
  /** Search pattern to highlight. */
  words: RegExp | undefined;
  /** Resolves a link inside the text; undefined if its target is unknown. */
  addressOf: (href: string) => string | undefined;
  /** Offers to create the note to which a link by name leads. */
  createNote?: ((title: string) => void) | undefined;
}

const ReadingContext = createContext<TextDisplay>({ words: undefined, addressOf: () => undefined });
export const ReadingProvider = ReadingContext.Provider;

/** Inline text. Rendered only as text nodes, so markup in the file is inert. */
export function Words({ of }: { of: readonly Inline[] | undefined }) {
  const { words } = useContext(ReadingContext);
  if (!of) return null;
  const found = words ? foundIn(of.map(({ text }) => text).join(''), words) : [];
  const begins = found.length > 0 ? beginsOf(of) : [];
  return of.map((one, index) => (
    <Dressed key={index} as={one}>
      {found.length > 0 ? (
        <Marked text={one.text} begin={begins[index] ?? 0} found={found} />
      ) : (
        one.text
      )}
    </Dressed>
  ));
}

/** Offset of each stretch in the joined text. */
function beginsOf(stretches: readonly Inline[]): number[] {
  let end = 0;
  return stretches.map(({ text }) => {
    end += text.length;
    return end - text.length;
  });
}

/** Text of one stretch with highlights; a match can span several stretches. */
function Marked({
  text,
  begin,
  found,
}: {
  text: string;
  begin: number;
  found: readonly FoundAt[];
}) {
  const pieces: ReactNode[] = [];
  /** Offset up to which the text is rendered. */
  let done = 0;
  for (const [start, end] of found) {
    const from = Math.max(done, start - begin);
    const to = Math.min(text.length, end - begin);
    if (to <= from) continue;
    pieces.push(
      text.slice(done, from),
      // A match that spans stretches counts once, at its start.
      <mark key={start} data-begins={start >= begin || undefined}>
        {text.slice(from, to)}
      </mark>,
    );
    done = to;
  }
  return [...pieces, text.slice(done)];
}

function Dressed({ as, children }: { as: Inline; children: ReactNode }) {
  let dressed = children;
  if (as.code) dressed = <code className={styles.inlineCode}>{dressed}</code>;
  if (as.strike) dressed = <s>{dressed}</s>;
  if (as.italic) dressed = <em>{dressed}</em>;
  if (as.bold) dressed = <strong>{dressed}</strong>;
  return as.href === undefined ? dressed : <Leads to={as.href}>{dressed}</Leads>;
}

/** Link from the file: opens external URLs in a tab without opener, internal ones in the text. */
function Leads({ to, children }: { to: string; children: ReactNode }) {
  const { Link } = useShell().routing;
  const { addressOf, createNote } = useContext(ReadingContext);
  if (to.startsWith('#')) {
    const address = addressOf(to);
    return address === undefined ? children : <Link to={address}>{children}</Link>;
  }
  if (to.startsWith('name:'))
    return (
      <MissingLink to={to} onCreate={createNote}>
        {children}
      </MissingLink>
    );
  if (!isSafe(to)) return children;
  return (
    <a href={to} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">
      {children}
    </a>
  );
}

/** Rejects unsafe URL schemes. */
function isSafe(address: string): boolean {
  try {
    return ['http:', 'https:', 'mailto:'].includes(new URL(address).protocol);
  } catch {
    return false;
  }
}
