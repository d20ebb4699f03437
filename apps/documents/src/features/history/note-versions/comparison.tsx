import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { detailOrText } from '@tomekeeper/api-client';
import { Button } from '@tomekeeper/ui/button';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import type { Document } from '../../documents-api/documents-api';
import { useNoteVersionsApi, type NoteVersion } from './note-versions-api';
import styles from './note-versions.module.css';
import { passageDifference, type ChangedPassage } from './passage-difference';
import type { Piece } from './word-difference';

interface ComparisonProps {
  document: Document;
  version: NoteVersion;
  newest: NoteVersion;
  /** The previous version; absent for the oldest. */
  before: NoteVersion | undefined;
}

/** Diff between a version and the newest, or between a version and its predecessor. */
export function Comparison({ document, version, newest, before }: ComparisonProps) {
  const isNewest = version.id === newest.id;
  const [wished, setWished] = useState<'then' | 'now'>(isNewest ? 'then' : 'now');
  const shown = isNewest ? 'then' : wished;
  const earlier = usePassages(document, shown === 'now' ? newest : before);
  const later = usePassages(document, version);
  const isFirst = shown === 'then' && before === undefined;
  const failed = [earlier, later].find(({ error }) => error);

  return (
    <section className={styles.comparison} aria-label="What differs">
      <div className={styles.ways} role="group" aria-label="Compared with">
        <Button
          variant="quiet"
          size="small"
          aria-pressed={shown === 'now'}
          disabled={isNewest}
          onClick={() => setWished('now')}
        >
          Changes when restored
        </Button>
        <Button
          variant="quiet"
          size="small"
          aria-pressed={shown === 'then'}
          onClick={() => setWished('then')}
        >
          Changes in this version
        </Button>
      </div>
      {failed ? (
        <LoadFailure
          {...detailOrText(failed.error, 'Could not load the version.')}
          onRetry={() => void failed.refetch()}
        />
      ) : later.data && (earlier.data || isFirst) ? (
        <Differences of={passageDifference(earlier.data ?? [], later.data)} />
      ) : (
        <Skeleton label="Comparing…" count={5} />
      )}
    </section>
  );
}

function usePassages(document: Document, version: NoteVersion | undefined) {
  const api = useNoteVersionsApi(document.id);
  return useQuery({
    queryKey: ['text version', document.id, version?.id, version?.number],
    queryFn: ({ signal }) => api.passages(version?.id ?? '', signal),
    enabled: version !== undefined,
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Number of unchanged passages shown as context around a change. */
const AROUND = 1;

function Differences({ of }: { of: readonly ChangedPassage[] }) {
  if (of.every(({ is }) => is === 'same')) return <p className={styles.none}>No words differ.</p>;
  const isNear = (at: number) =>
    of.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ is }) => is !== 'same');
  const rows: ReactNode[] = [];
  let left = 0;
  of.forEach((passage, at) => {
    if (!isNear(at)) {
      left += 1;
      return;
    }
    if (left > 0) rows.push(<Left key={`before ${passage.id}`} count={left} />);
    left = 0;
    rows.push(<Passage key={`${passage.id} ${passage.is}`} passage={passage} />);
  });
  if (left > 0) rows.push(<Left key="rest" count={left} />);
  return <div className={styles.passages}>{rows}</div>;
}

const Left = ({ count }: { count: number }) => (
  <p className={styles.left}>
    {count === 1 ? 'One unchanged passage' : `${count.toLocaleString('en')} unchanged passages`}
  </p>
);

const SAID: Readonly<Partial<Record<ChangedPassage['is'], string>>> = {
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
  dressed: 'In another form',
};

function Passage({ passage: { is, kind, pieces } }: { passage: ChangedPassage }) {
  const said = SAID[is];
  return (
    <div className={styles.passage} data-is={is} data-kind={kind}>
      {said && <p className={styles.said}>{said}</p>}
      <p className={styles.words}>
        {pieces.map((piece, at) => (
          <Words key={at} {...piece} />
        ))}
        {pieces.every(({ text }) => text === '') && <em>{WORDLESS[kind] ?? 'No words'}</em>}
      </p>
    </div>
  );
}

const WORDLESS: Readonly<Record<string, string>> = {
  divider: 'A line across',
  image: 'A picture',
  table: 'An empty table',
};

function Words({ is, text }: Piece) {
  if (is === 'added') return <ins>{text}</ins>;
  return is === 'removed' ? <del>{text}</del> : text;
}
