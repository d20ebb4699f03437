import { memo } from 'react';
import { Button } from '@tomekeeper/ui/button';
import { classNames } from '@tomekeeper/ui/class-names';
import type { Inline, InnerBlock } from '@tomekeeper/contracts-document';
import { CHECKED, UNCHECKED } from '@tomekeeper/contracts-document/list-marker';
import { PartyMark } from './party-mark';
import type { Passage } from '../../documents-api/passages-api';
import { useImage } from './passage-images';
import { Words } from './passage-words';
import styles from './passage.module.css';

/** A passage with its party mark. */
export const PassageContent = memo(function PassageContent({ passage }: { passage: Passage }) {
  return (
    <>
      <PartyMark passage={passage} />
      <Content passage={passage} />
    </>
  );
});

/** Content of a passage by kind. List items render only their text; the caller renders the list. */
function Content({ passage }: { passage: Passage }) {
  const { kind, content, text } = passage;
  const inlines = content.inlines ?? [{ text }];
  switch (kind) {
    case 'heading':
      return <Heading passage={passage} />;
    case 'paragraph':
      return (
        <p dir="auto" className={styles.paragraph}>
          <Words of={inlines} />
        </p>
      );
    case 'list_item':
      return <Item inlines={inlines} marker={content.marker} depth={passage.depth} />;
    case 'table':
      return <Table rows={content.rows ?? [[inlines]]} hasHeader={content.hasHeader === true} />;
    case 'quote':
      return (
        <blockquote className={styles.quote}>
          <Blocks of={content.blocks} otherwise={inlines} />
        </blockquote>
      );
    case 'callout':
      return <Callout passage={passage} />;
    case 'stat_block':
      return (
        <div role="group" className={styles.statBlock} aria-label="Figures">
          <Blocks of={content.blocks} otherwise={inlines} />
        </div>
      );
    case 'code':
      return <Code inlines={inlines} language={content.language} />;
    case 'image':
      return <Picture key={content.image} passage={passage} />;
    case 'divider':
      return <hr className={styles.divider} />;
  }
}

const LEVELS = ['h2', 'h3', 'h4', 'h5', 'h6'] as const;

/** The page title is the h1, so headings start at h2. */
function Heading({ passage: { level = 1, content, text } }: { passage: Passage }) {
  const Tag = LEVELS[Math.min(Math.max(level, 1), LEVELS.length) - 1] ?? 'h6';
  return (
    <Tag dir="auto" className={classNames(styles.heading, styles[`level${Math.min(level, 4)}`])}>
      <Words of={content.inlines ?? [{ text }]} />
    </Tag>
  );
}

interface ItemProps {
  inlines: readonly Inline[] | undefined;
  marker: string | undefined;
  depth: number;
}

const BULLETS = ['•', '◦', '▪'];

function Item({ inlines, marker, depth }: ItemProps) {
  return (
    <div
      dir="auto"
      className={styles.item}
      style={{ marginInlineStart: `${Math.min(depth, 6) * 1.4}em` }}
    >
      <Marker marker={marker} bullet={BULLETS[depth % BULLETS.length]} />
      <span>
        <Words of={inlines} />
      </span>
    </div>
  );
}

interface MarkerProps {
  marker: string | undefined;
  bullet: string | undefined;
}

/** Number, check box or bullet of a list item. */
function Marker({ marker, bullet }: MarkerProps) {
  if (marker === CHECKED || marker === UNCHECKED) {
    const isChecked = marker === CHECKED;
    return (
      <span
        role="img"
        className={classNames(styles.checkBox, isChecked && styles.checked)}
        aria-label={isChecked ? 'checked' : 'not checked'}
      >
        {marker}
      </span>
    );
  }
  return (
    // Screen readers announce numbers, not bullets. A marker with `dir` does not decide the direction of its item.
    <span dir="auto" className={styles.marker} aria-hidden={marker === undefined || undefined}>
      {marker ?? bullet}
    </span>
  );
}

interface TableProps {
  rows: readonly (readonly (readonly Inline[])[])[];
  hasHeader: boolean;
}

function Table({ rows, hasHeader }: TableProps) {
  const [first, ...others] = rows;
  const body = hasHeader ? others : rows;
  return (
    // Focusable, so that arrow keys scroll a table that is wider than the column.
    <div className={styles.wide} tabIndex={0} role="group" aria-label="Table">
      <table dir="auto" className={styles.table}>
        {hasHeader && first && (
          <thead>
            <tr>
              {first.map((cell, column) => (
                <th key={column} scope="col">
                  <Words of={cell} />
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {body.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>
                  <Words of={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Code({
  inlines,
  language,
}: {
  inlines: readonly Inline[] | undefined;
  language: string | undefined;
}) {
  return (
    <pre className={styles.code} aria-label={language ? `Code, ${language}` : 'Code'} role="group">
      <code>
        <Words of={inlines} />
      </code>
    </pre>
  );
}

const LABELS: Readonly<Record<string, string>> = { read_aloud: 'Read aloud' };

function Callout({ passage: { content, text } }: { passage: Passage }) {
  const { label, blocks, inlines } = content;
  const words = label && (LABELS[label] ?? label.replaceAll('_', ' '));
  return (
    // Not a landmark: a text has many boxes with the same name.
    <div
      role="note"
      className={label === 'read_aloud' ? styles.readAloud : styles.callout}
      aria-label={words || 'Box'}
    >
      {words && (
        <p className={styles.label} data-beside={label === 'secret' ? '' : undefined}>
          {words}
        </p>
      )}
      <Blocks of={blocks} otherwise={inlines ?? [{ text }]} />
    </div>
  );
}

/** Reserves the size of the picture before it loads, to prevent layout shifts. */
function Picture({ passage: { content, text } }: { passage: Passage }) {
  const { image, width = 0, height = 0 } = content;
  const { url, isAbsent, isFailed, lost, again } = useImage(image);
  const isSized = width > 0 && height > 0;
  const shape = isSized ? { aspectRatio: `${width} / ${height}` } : {};
  if (isAbsent || isFailed)
    return (
      <figure className={styles.figure} data-lacks={isFailed ? 'failed' : undefined}>
        <p className={styles.noPicture}>
          {text ? `Picture: ${text}` : 'A picture without a description.'}
        </p>
        {isFailed && (
          <p className={styles.reload}>
            It did not load.{' '}
            <Button variant="quiet" size="small" onClick={again}>
              Try again
            </Button>
          </p>
        )}
      </figure>
    );
  return (
    <figure className={styles.figure} data-lacks={url ? undefined : 'coming'}>
      <div className={styles.picture} style={{ ...shape, ...(isSized && { width }) }}>
        {url && (
          <img
            src={url}
            alt={text || 'Picture without words'}
            width={width || undefined}
            height={height || undefined}
            style={shape}
            decoding="async"
            referrerPolicy="no-referrer"
            onError={lost}
          />
        )}
      </div>
    </figure>
  );
}

interface BlocksProps {
  of: readonly InnerBlock[] | undefined;
  /** Text of a box without blocks. */
  otherwise: readonly Inline[];
}

/** Blocks of a box, with list items grouped into lists. */
function Blocks({ of = [], otherwise }: BlocksProps) {
  if (of.length === 0)
    return (
      <p dir="auto">
        <Words of={otherwise} />
      </p>
    );
  return runs(of, ({ kind }) => kind === 'list_item').map((run, index) =>
    run.isList ? (
      <ul key={index} role="list" className={styles.list}>
        {run.items.map((item, place) => (
          <li key={place} aria-level={item.depth + 1}>
            <Item inlines={item.inlines} marker={item.marker} depth={item.depth} />
          </li>
        ))}
      </ul>
    ) : (
      run.items.map((block, place) => <Block key={`${index} ${place}`} block={block} />)
    ),
  );
}

function Block({ block }: { block: InnerBlock }) {
  switch (block.kind) {
    case 'heading':
      return (
        <p dir="auto" className={styles.innerHeading}>
          <Words of={block.inlines} />
        </p>
      );
    case 'table':
      return <Table rows={block.rows ?? []} hasHeader />;
    case 'code':
      return <Code inlines={block.inlines} language={undefined} />;
    case 'divider':
      return <hr className={styles.innerDivider} />;
    case 'list_item':
    case 'paragraph':
      return (
        <p dir="auto">
          <Words of={block.inlines} />
        </p>
      );
  }
}

/** Groups consecutive list items into runs. */
export function runs<Item>(
  items: readonly Item[],
  isOfList: (item: Item) => boolean,
): { isList: boolean; items: Item[] }[] {
  const found: { isList: boolean; items: Item[] }[] = [];
  for (const item of items) {
    const isList = isOfList(item);
    const last = found.at(-1);
    if (last && last.isList === isList) last.items.push(item);
    else found.push({ isList, items: [item] });
  }
  return found;
}
