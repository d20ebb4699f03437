import { useState } from 'react';
import { AUDIENCE_LIMITS, type AudienceChoice } from '@tomekeeper/contracts-document';
import { Checkbox } from '@tomekeeper/ui/checkbox';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import styles from './audiences.module.css';
import { playersInWords } from './audience-text';
import type { Players } from './use-members';

interface PlayersDialogProps {
  /** Name of the content: `3 passages`. */
  what: string;
  players: Players;
  /** Initially selected players. */
  chosen?: readonly string[];
  onClose: () => void;
  /** Whether chosen players already see the names of the other readers. */
  tellsReaders?: boolean;
  /** Whether the document has handouts to choose from. */
  offersHandouts?: boolean;
  onChoose: (audience: Exclude<AudienceChoice, string>, choosesHandout: boolean) => void;
}

/** Dialog that chooses the players who see something. Other players, including later members, do not see it. */
export function PlayersDialog(props: PlayersDialogProps) {
  const { what, players, chosen = [], onClose, onChoose } = props;
  const [tellsReaders, setTellsReaders] = useState(props.tellsReaders ?? false);
  const [choosesHandout, setChoosesHandout] = useState(false);
  const [ticked, setTicked] = useState<readonly string[]>(chosen);
  // Excludes players who left the campaign meanwhile.
  const wanted = players.players.map(({ id }) => id).filter((id) => ticked.includes(id));
  const toggle = (id: string) =>
    setTicked(ticked.includes(id) ? ticked.filter((one) => one !== id) : [...ticked, id]);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Chosen players"
      description={`${what} for the players you choose. Other players, and players who join later, cannot see it.`}
      confirm={
        wanted.length === 0 ? 'Choose players' : `Only ${playersInWords(wanted, players.nameOf)}`
      }
      disabled={wanted.length === 0 || wanted.length > AUDIENCE_LIMITS.players}
      onConfirm={() =>
        onChoose({ players: wanted, ...(tellsReaders && { tell_readers: true }) }, choosesHandout)
      }
      fields={
        players.players.length > 0 ? (
          <>
            <div role="group" aria-label="Players" className={styles.players}>
              {players.players.map(({ id, name }, index) => (
                <Checkbox
                  key={id}
                  label={name}
                  data-first-focus={index === 0 ? '' : undefined}
                  checked={ticked.includes(id)}
                  onChange={() => toggle(id)}
                />
              ))}
            </div>
            <Checkbox
              label="Readers see who else knows"
              checked={tellsReaders}
              onChange={() => setTellsReaders(!tellsReaders)}
            />
            {props.offersHandouts && (
              <Checkbox
                label="Choose the handout next"
                checked={choosesHandout}
                onChange={() => setChoosesHandout(!choosesHandout)}
              />
            )}
          </>
        ) : undefined
      }
    >
      {players.players.length > 0 ? null : players.isLoading ? (
        <Skeleton label="Loading the players…" count={3} />
      ) : players.error ? (
        <LoadFailure message="Unable to load the players." onRetry={players.retry} />
      ) : (
        <p>This campaign has no players yet. Invite some on the campaign’s page.</p>
      )}
    </ConfirmDialog>
  );
}
