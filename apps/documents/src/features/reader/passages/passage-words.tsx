import { createContext, useContext, type ReactNode } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import type { Inline } from '@tomekeeper/contracts-document';
import { foundIn, type FoundAt } from '../find/find-words';
import styles from './passage.module.css';

interface Reading {
  /** What is looked for, to be marked. */
  words: RegExp | undefined;
  /** Where a link within the text leads; undefined where that is nowhere. */
  addressOf: (href: string) => string | undefined;
}

const ReadingContext = createContext<Reading>({ words: undefined, addressOf: () => undefined });
export const ReadingProvider = ReadingContext.Provider;

/** A stretch of text. It is made of text nodes, whatever stands in the file. */
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

/** Where each stretch begins in the text that they are together. */
function beginsOf(stretches: readonly Inline[]): number[] {
  let end = 0;
  return stretches.map(({ text }) => {
    end += text.length;
    return end - text.length;
  });
}

/** The words of one stretch; what is looked for may begin before it and end after. */
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
  /** What stands before it is in the pieces. */
  let done = 0;
  for (const [start, end] of found) {
    const from = Math.max(done, start - begin);
    const to = Math.min(text.length, end - begin);
    if (to <= from) continue;
    pieces.push(
      text.slice(done, from),
      // Only where it begins: that is what is counted and gone to.
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

/** A link of the file: out of the page in a tab that knows nothing of it, or to another place of the text. */
function Leads({ to, children }: { to: string; children: ReactNode }) {
  const { Link } = useShell().routing;
  const { addressOf } = useContext(ReadingContext);
  if (to.startsWith('#')) {
    const address = addressOf(to);
    return address === undefined ? children : <Link to={address}>{children}</Link>;
  }
  if (!isSafe(to)) return children;
  return (
    <a href={to} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">
      {children}
    </a>
  );
}

/** Whatever a service says, no other scheme is ever followed. */
function isSafe(address: string): boolean {
  try {
    return ['http:', 'https:', 'mailto:'].includes(new URL(address).protocol);
  } catch {
    return false;
  }
}
