import { useState } from 'react';
import { sessionName } from '@tomekeeper/remote-kit/campaign';
import { Button } from '@tomekeeper/ui/button';
import { MenuItem } from '@tomekeeper/ui/menu';
import { MoreMenu } from '@tomekeeper/ui/more-menu';
import type { SessionDetail } from '../sessions-api/sessions-api';
import { useSessionActs } from '../sessions-api/use-session-acts';
import { AnnounceDialog } from '../announcement/announce-dialog';
import { StartButton } from '../announcement/start-button';
import { DeleteDialog } from './delete-dialog';
import { EditDialog } from './edit-dialog';

interface SessionActionsProps {
  campaignId: string;
  session: SessionDetail;
}

type OpenDialog = 'announce' | 'edit' | 'delete' | undefined;

/** Actions of GMs: announce, start, close, reopen, edit and delete. */
export function SessionActions({ campaignId, session }: SessionActionsProps) {
  const { change, busy } = useSessionActs(campaignId, session.id);
  const [dialog, setDialog] = useState<OpenDialog>();
  const [openedAt] = useState(Date.now);
  const { state, number, starts_at } = session;
  const isPast = starts_at !== null && new Date(starts_at).getTime() < openedAt;
  return (
    <>
      {state === 'planned' && number === null && (
        <Button variant="secondary" size="small" onClick={() => setDialog('announce')}>
          Announce
        </Button>
      )}
      {state === 'planned' && <StartButton {...{ campaignId, session }} />}
      {state === 'running' && (
        <Button
          size="small"
          busy={busy}
          onClick={() =>
            change(
              { state: 'closed' },
              (after) =>
                `Session ${after.number} is closed. Open checklist items move to the next.`,
            )
          }
        >
          Close session
        </Button>
      )}
      <MoreMenu label={`More actions of ${sessionName(session)}`} busy={busy}>
        <MenuItem onClick={() => setDialog('edit')}>Edit title and date</MenuItem>
        {state === 'planned' && number !== null && (
          <MenuItem
            onClick={() =>
              change({ announced: false }, () => 'Players no longer see this session.')
            }
          >
            Withdraw announcement
          </MenuItem>
        )}
        {state === 'planned' && isPast && (
          <MenuItem
            onClick={() =>
              change({ state: 'closed' }, (after) => `Session ${after.number} counts as played.`)
            }
          >
            Mark as played
          </MenuItem>
        )}
        {state === 'running' && (
          <MenuItem
            onClick={() => change({ state: 'planned' }, () => 'The session is planned again.')}
          >
            Cancel the start
          </MenuItem>
        )}
        {state === 'closed' && (
          <MenuItem
            onClick={() =>
              change({ state: 'running' }, (after) => `Session ${after.number} is running again.`)
            }
          >
            Reopen
          </MenuItem>
        )}
        <MenuItem onClick={() => setDialog('delete')}>Delete</MenuItem>
      </MoreMenu>
      {dialog === 'announce' && (
        <AnnounceDialog
          {...{ campaignId, session }}
          starts={false}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'edit' && (
        <EditDialog {...{ campaignId, session }} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'delete' && (
        <DeleteDialog {...{ campaignId, session }} onClose={() => setDialog(undefined)} />
      )}
    </>
  );
}
