import { lazy, Suspense, useState } from 'react';
import { Button } from '@tomekeeper/ui/button';
import type { Session } from '../sessions-api/sessions-api';
import { useSessionActs } from '../sessions-api/use-session-acts';

const AnnounceDialog = lazy(async () => ({
  default: (await import('./announce-dialog')).AnnounceDialog,
}));

interface StartButtonProps {
  campaignId: string;
  session: Pick<Session, 'id' | 'number' | 'title' | 'title_released'>;
}

/** Starts a planned session; asks for its number first if players do not see it yet. For GMs. */
export function StartButton({ campaignId, session }: StartButtonProps) {
  const { change, busy } = useSessionActs(campaignId, session.id);
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button
        size="small"
        busy={busy}
        onClick={() =>
          session.number === null
            ? setAsked(true)
            : change({ state: 'running' }, (after) => `Session ${after.number} is running.`)
        }
      >
        Start session
      </Button>
      {isAsked && (
        <Suspense>
          <AnnounceDialog {...{ campaignId, session }} starts onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </>
  );
}
