import { useQuery } from '@tanstack/react-query';
import { useViewAs } from '@tomekeeper/remote-kit';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { fileSize } from '@tomekeeper/ui/file-input';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Notice } from '@tomekeeper/ui/notice';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { isProse } from '../file-kind';
import { useKeptPlace } from '../../reader/reading-position/use-kept-place';
import { AddressRefused, readText, SHOWN_BYTES } from './read-text';
import type { StageProps } from './stage-props';
import styles from './stages.module.css';

/** Plain preview of a text file, for files that are not prose or have no extracted text yet. Rendered only as text nodes. */
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
  const paragraphs = useMemo(() => data && paragraphsOf(data.text), [data]);
  if (error) {
    return <LoadFailure message="Unable to read this text." onRetry={() => void refetch()} />;
  }
  if (!paragraphs || !data) return <Skeleton label="Loading the text…" count={6} />;
  if (paragraphs.length === 0) return <p className={styles.empty}>This text is empty.</p>;
  return (
    <Text
      key={document.id}
      {...{ paragraphs, person }}
      document={document.id}
      prose={isProse(document)}
    >
      {data.isCut && (
        <Notice title={`Only the first ${fileSize(SHOWN_BYTES)} of this text are shown here.`}>
          <p>Download it to read all of it.</p>
        </Notice>
      )}
    </Text>
  );
}

/** Splits text at blank lines. */
const paragraphsOf = (text: string): string[] =>
  text
    .replace(/\r\n?/g, '\n')
    .split(/\n(?:[^\S\n]*\n)+/)
    .filter((paragraph) => paragraph.trim() !== '');

interface TextProps {
  paragraphs: readonly string[];
  document: string;
  person: string | undefined;
  prose: boolean;
  children: React.ReactNode;
}

function Text({ paragraphs, document, person, prose, children }: TextProps) {
  const column = useRef<HTMLDivElement>(null);
  useReadingPlace(column, person, document);
  return (
    <div ref={column} className={prose ? styles.prose : styles.rows}>
      {paragraphs.map((paragraph, index) => (
        <p key={index}>{paragraph}</p>
      ))}
      {children}
    </div>
  );
}

/** Restores the reading position and stores changes; the window scrolls. */
function useReadingPlace(
  column: React.RefObject<HTMLElement | null>,
  person: string | undefined,
  document: string,
) {
  const [[before] = [], keep] = useKeptPlace(person, document);
  const note = useEffectEvent(() => {
    const box = column.current?.getBoundingClientRect();
    // Stored as a share of the height, because line breaks change when a phone is rotated.
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
