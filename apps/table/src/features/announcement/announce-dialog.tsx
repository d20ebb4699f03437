import { useState } from 'react';
import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { Checkbox } from '@tomekeeper/ui/checkbox';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { Stack } from '@tomekeeper/ui/stack';
import type { Session } from '../sessions-api/sessions-api';
import { useUpdateSession } from '../sessions-api/use-sessions';
import { NumberField, numberOf } from './number-field';

interface AnnounceDialogProps {
  campaignId: string;
  session: Pick<Session, 'id' | 'title' | 'title_released'>;
  /** Whether the session starts at once. */
  starts: boolean;
  onClose: () => void;
}

/** Dialog that announces a session to players, with its number and, on request, its title, and may start it. */
export function AnnounceDialog({ campaignId, session, starts, onClose }: AnnounceDialogProps) {
  const { toast } = useShell();
  const update = useUpdateSession(campaignId, session.id);
  const [number, setNumber] = useState('');
  const [isTitleReleased, setTitleReleased] = useState(session.title_released ?? false);
  const typed = numberOf(number);
  const announce = () => {
    if (typed.error) return;
    const changing = update.mutateAsync({
      announced: true,
      ...(starts && { state: 'running' as const }),
      title_released: isTitleReleased,
      ...(typed.number !== undefined && { number: typed.number }),
    });
    // Also if the page has replaced the dialog by then.
    changing.then(
      (after) => {
        const isRunning = starts ? ' It is running.' : '';
        const message = `Players see session ${after.number} now.${isRunning}`;
        toast({ message, tone: 'success' });
        onClose();
      },
      () => {},
    );
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={starts ? 'Announce and start the session' : 'Announce the session'}
      description="Players see its number and date, and answer whether they come. Plan and checklist stay with the game masters."
      confirm={starts ? 'Announce and start' : 'Announce'}
      busy={update.isPending && 'Announcing…'}
      onConfirm={announce}
      failure={
        update.error ? detailOrText(update.error, 'Unable to announce the session.') : undefined
      }
      fields={
        <Stack gap={4}>
          <NumberField
            value={number}
            description="Leave it empty for the next number."
            error={typed.error}
            onChange={setNumber}
          />
          {session.title !== null && (
            <Checkbox
              label="Players see the title"
              description={`“${session.title}”`}
              checked={isTitleReleased}
              onChange={({ target }) => setTitleReleased(target.checked)}
            />
          )}
        </Stack>
      }
    />
  );
}
