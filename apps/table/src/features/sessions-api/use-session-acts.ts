import { detailOrText } from '@tomekeeper/api-client';
import type { UpdateSessionRequest } from '@tomekeeper/contracts-campaign';
import { useShell } from '@tomekeeper/remote-kit';
import type { SessionDetail } from './sessions-api';
import { useUpdateSession } from './use-sessions';

/** Changes of a session by a GM, each with a message about its result. */
export function useSessionActs(campaignId: string, sessionId: string) {
  const { toast } = useShell();
  const update = useUpdateSession(campaignId, sessionId);
  const change = (changes: UpdateSessionRequest, done: (after: SessionDetail) => string) =>
    // The button that started the change may be gone before its result.
    void update.mutateAsync(changes).then(
      (after) => toast({ message: done(after), tone: 'success' }),
      (error: unknown) =>
        toast({
          message: detailOrText(error, 'The session was not changed.').message,
          tone: 'error',
        }),
    );
  return { change, busy: update.isPending && 'Saving…' };
}
