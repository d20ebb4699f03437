import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { detailOrText } from '@tomekeeper/api-client';
import { AUDIENCE_LIMITS } from '@tomekeeper/contracts-document';
import { AudienceMark } from '@tomekeeper/ui/audience';
import { Button } from '@tomekeeper/ui/button';
import { Dialog } from '@tomekeeper/ui/dialog';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import type { Heading } from '../../../documents-api/passages-api';
import type { ReaderParts } from '../../revealing-context';
import { useOwnParts } from '../own-context';
import { countSeen, partInWords, partsSeen, type Counts, type PartSeen } from './parts-seen';
import styles from './who-sees-what.module.css';

/** Maximum passages of a text for this overview; sections of longer texts can be selected in the outline. */
const LONGEST = 5_000;
/** Maximum sections listed. */
const MOST_PARTS = 300;

interface WhoSeesWhatProps {
  parts: ReaderParts;
  onClose: () => void;
  onGo: (heading: Heading) => void;
}

/** Overview of audiences by section, with jumps to the next visible and hidden passage. */
export function WhoSeesWhat({ parts, onClose, onGo }: WhoSeesWhatProps) {
  const { document, selecting } = useOwnParts();
  const { store, total, headings } = parts;
  const seen = useSyncExternalStore(store.subscribe, store.current);
  const isLong = total > LONGEST;
  const { data, error, refetch } = useQuery({
    queryKey: ['who sees what', document.id, seen?.version],
    queryFn: ({ signal }) => store.all(signal),
    enabled: !isLong,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const counts = data ? countSeen(data, document) : document.audiences;
  const all = data ? partsSeen(headings, data, document) : [];
  const leave = (way: 'seen' | 'hidden') => {
    // Closing the dialog restores the focus, so it must close before the focus moves to the target.
    flushSync(onClose);
    selecting.goToNext(way);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Who sees what"
      description={counts && <Summary counts={counts} />}
      actions={
        <>
          <Button variant="secondary" onClick={() => leave('seen')}>
            Next shown
          </Button>
          <Button variant="secondary" onClick={() => leave('hidden')}>
            Next hidden
          </Button>
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {isLong ? (
        <p className={styles.note}>
          This text is too long to list here. Use its outline to select everything under a heading.
        </p>
      ) : error ? (
        <LoadFailure
          {...detailOrText(error, 'Unable to load the sections of the text.')}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <Skeleton label="Looking through the text…" count={4} />
      ) : (
        <>
          <ul role="list" className={styles.parts}>
            {all.slice(0, MOST_PARTS).map((part) => (
              <Part key={part.heading?.id ?? 'beginning'} part={part} onGo={onGo} />
            ))}
          </ul>
          {all.length > MOST_PARTS && (
            <p className={styles.note}>
              The first {MOST_PARTS} parts of {all.length}. The outline has all of them.
            </p>
          )}
        </>
      )}
    </Dialog>
  );
}

function Summary({ counts: { gm, party, players } }: { counts: Counts }) {
  return (
    <p className={styles.summary}>
      <AudienceMark kind="party" words={`Party ${party.toLocaleString('en')}`} />
      {players > 0 && (
        <AudienceMark kind="players" words={`Chosen players ${players.toLocaleString('en')}`} />
      )}
      <AudienceMark kind="gm" words={`GM only ${gm.toLocaleString('en')}`} />
    </p>
  );
}

function Part({ part, onGo }: { part: PartSeen; onGo: (heading: Heading) => void }) {
  const { change, isPending, players } = useOwnParts();
  const { heading, passages } = part;
  const name = heading?.text || 'Before the first heading';
  const { kind, words } = partInWords(part, players.nameOf);
  const isTooLong = passages.length > AUDIENCE_LIMITS.passages;
  const set = (audience: 'gm' | 'party') =>
    change({ to: 'set', passages: passages.map(({ id }) => id), audience });
  return (
    <li className={styles.part} data-level={Math.min(heading?.level ?? 1, 4)}>
      {heading ? (
        <Button variant="quiet" size="small" className={styles.name} onClick={() => onGo(heading)}>
          {name}
        </Button>
      ) : (
        <span className={styles.name}>{name}</span>
      )}
      {kind === 'mixed' ? (
        <span className={styles.mixed}>{words}</span>
      ) : (
        <AudienceMark kind={kind} words={words} />
      )}
      <span className={styles.acts}>
        {kind !== 'party' && (
          <Button
            variant="quiet"
            size="small"
            icon={<Drawing shape={iconShapes.eye} />}
            aria-label={`Reveal to the party: ${name}`}
            disabled={isPending || isTooLong}
            onClick={() => set('party')}
          >
            Reveal
          </Button>
        )}
        {kind !== 'gm' && (
          <Button
            variant="quiet"
            size="small"
            icon={<Drawing shape={iconShapes.eyeOff} />}
            aria-label={`Hide from players: ${name}`}
            disabled={isPending || isTooLong}
            onClick={() => set('gm')}
          >
            Hide
          </Button>
        )}
      </span>
    </li>
  );
}
