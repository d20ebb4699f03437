import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { fileSize } from '@tomekeeper/ui/file-input';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Notice } from '@tomekeeper/ui/notice';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { useViewAs } from '../../../view-as';
import { isMarkdown, isProse } from '../file-kind';
import { useKeptPlace } from '../use-kept-place';
import { markedWords } from './marked-words';
import { AddressRefused, readText, SHOWN_BYTES } from './read-text';
import type { StageProps } from './stage-props';
import styles from './stages.module.css';
import { textBlocks, type TextBlock } from './text-blocks';

/** A text, in a column as wide as one reads well. Everything in it is text and nothing else. */
export function TextStage({ document, file, person }: StageProps) {
  const { url, renew } = file;
  const viewAs = useViewAs();
  const { data, error, refetch } = useQuery({
    queryKey: ['document text', document.id, viewAs],
    queryFn: ({ signal }) =>
      readText(url, signal).catch(async (reason: unknown) => {
        if (!(reason instanceof AddressRefused)) throw reason;
        return readText(await renew(), signal);
      }),
    staleTime: Infinity,
    gcTime: 0,
  });
  const blocks = useMemo(
    () => data && textBlocks(data.text, isMarkdown(document)),
    [data, document],
  );
  if (error) {
    return <LoadFailure message="Unable to read this text." onRetry={() => void refetch()} />;
  }
  if (!blocks || !data) return <Skeleton label="Loading the text…" count={6} />;
  if (blocks.length === 0) return <p className={styles.empty}>This text is empty.</p>;
  return (
    <Text
      key={document.id}
      {...{ blocks, person }}
      document={document.id}
      prose={isProse(document)}
      marked={isMarkdown(document)}
    >
      {data.isCut && (
        <Notice title={`Only the first ${fileSize(SHOWN_BYTES)} of this text are shown here.`}>
          <p>Download it to read all of it.</p>
        </Notice>
      )}
    </Text>
  );
}

interface TextProps {
  blocks: readonly TextBlock[];
  document: string;
  person: string | undefined;
  prose: boolean;
  /** Stars and underscores in it are emphasis. */
  marked: boolean;
  children: React.ReactNode;
}

function Text({ blocks, document, person, prose, marked, children }: TextProps) {
  const column = useRef<HTMLDivElement>(null);
  useReadingPlace(column, person, document);
  return (
    <div ref={column} className={prose ? styles.prose : styles.rows}>
      {blocks.map((block, index) => (
        <Block key={index} block={block} Words={marked ? Marked : Plain} />
      ))}
      {children}
    </div>
  );
}

type Words = React.ComponentType<{ of: string }>;

const Plain: Words = ({ of }) => of;

const Marked: Words = ({ of }) =>
  markedWords(of).map(({ as, text }, index) => {
    const Mark = as;
    return Mark === 'plain' ? text : <Mark key={index}>{text}</Mark>;
  });

function Block({ block, Words }: { block: TextBlock; Words: Words }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <Words of={block.text} />
        </p>
      );
    case 'quote':
      return (
        <blockquote>
          <p>
            <Words of={block.text} />
          </p>
        </blockquote>
      );
    case 'list': {
      const items = block.items.map((item, index) => (
        <li key={index}>
          <Words of={item} />
        </li>
      ));
      return block.first === undefined ? <ul>{items}</ul> : <ol start={block.first}>{items}</ol>;
    }
    case 'code':
      return <pre className={styles.code}>{block.text}</pre>;
    case 'table':
      return (
        // Scrolled by its own arrow keys where it is wider than the column.
        <div className={styles.wide} tabIndex={0} role="group" aria-label="Table">
          <table>
            <thead>
              <tr>
                {block.head.map((cell, index) => (
                  <th key={index}>
                    <Words of={cell} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, index) => (
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
    case 'heading': {
      // The page's own heading is the first; these stand below it.
      const Heading = (['h2', 'h3', 'h4'] as const)[Math.min(block.level, 3) - 1] ?? 'h4';
      return (
        <Heading>
          <Words of={block.text} />
        </Heading>
      );
    }
  }
}

/** Goes to where this person had read to, and notes where they are; the window scrolls. */
function useReadingPlace(
  column: React.RefObject<HTMLElement | null>,
  person: string | undefined,
  document: string,
) {
  const [[before] = [], keep] = useKeptPlace(person, document);
  const note = useEffectEvent(() => {
    const box = column.current?.getBoundingClientRect();
    // What is read first is below the top of the window, as a share of the whole: a phone held otherwise breaks lines anew.
    if (box && box.height > 0) keep([Math.max(0, -box.top) / box.height]);
  });
  const goBack = useEffectEvent(() => {
    const box = column.current?.getBoundingClientRect();
    if (!box || !before || window.scrollY > 0) return;
    window.scrollTo({ top: window.scrollY + box.top + before * box.height, behavior: 'instant' });
  });
  useEffect(() => {
    goBack();
    const noted = () => note();
    window.addEventListener('scroll', noted, { passive: true });
    return () => window.removeEventListener('scroll', noted);
  }, []);
}
