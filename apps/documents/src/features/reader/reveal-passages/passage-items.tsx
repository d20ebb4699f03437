import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { MenuItem } from '@tomekeeper/ui/menu';
import { audienceOfPassage } from '@tomekeeper/visibility';
import type { Passage } from '../../documents-api/passages-api';
import { useOwnParts } from './own-context';
import { screen, selectAll, some } from './reveal-shapes';

/** GM items of a passage's menu. */
export function PassageItems({ passage, at }: { passage: Passage; at: number }) {
  const { document, selection, change, askPlayers, selecting } = useOwnParts();
  const { id, kind } = passage;
  const seen = audienceOfPassage(passage, document);
  const isSelected = selection.has(id);
  const set = (audience: 'gm' | 'party') =>
    change({ to: 'set', passages: [id], audience, words: passage.text });
  return (
    <>
      {seen.kind !== 'party' && (
        <MenuItem icon={<Drawing shape={iconShapes.eye} />} onClick={() => set('party')}>
          Reveal to the party
        </MenuItem>
      )}
      {seen.kind !== 'gm' && (
        <MenuItem icon={<Drawing shape={iconShapes.eyeOff} />} onClick={() => set('gm')}>
          Hide from players
        </MenuItem>
      )}
      <MenuItem
        icon={<Drawing shape={some} />}
        onClick={() =>
          askPlayers({
            passages: [id],
            chosen: seen.players,
            tellsReaders: passage.tells_readers === true,
            words: passage.text,
          })
        }
      >
        Chosen players…
      </MenuItem>
      <MenuItem
        icon={<Drawing shape={screen} />}
        onClick={() =>
          change({
            to: 'show',
            passages: [id],
            words: passage.text,
            isHidden: seen.kind !== 'party',
          })
        }
      >
        Show now
      </MenuItem>
      <MenuItem
        icon={<Drawing shape={iconShapes.check} />}
        onClick={() => selecting.select(passage, at, false)}
      >
        {isSelected ? 'Do not select' : 'Select'}
      </MenuItem>
      {kind === 'heading' && (
        <MenuItem icon={<Drawing shape={selectAll} />} onClick={() => selecting.selectUnder(id)}>
          Select all under it
        </MenuItem>
      )}
    </>
  );
}
