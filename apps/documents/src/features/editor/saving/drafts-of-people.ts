import type { SessionView } from '@tomekeeper/remote-kit';

/** Loaded when somebody leaves or another one comes: pages are not heavier by it. */
const bringDrafts = async () => (await import('./drafts')).drafts;

/**
 * Drafts go from the device with the log-out of whose they are, and when somebody else signs in. A session that ended by itself
 * leaves them: its person signs in again and goes on.
 */
export function keepDraftsWithTheirPeople(session: SessionView): () => void {
  let last = session.current();
  return session.subscribe(() => {
    const now = session.current();
    const before = last;
    last = now;
    if (now.status === 'signed-in' && now.user && now.user.id !== userOf(before)) {
      const { id } = now.user;
      void bringDrafts().then((drafts) => drafts.forgetOthers(id));
    }
    if (now.status === 'signed-out' && now.isLogOut)
      void bringDrafts().then((drafts) => drafts.forgetAll());
  });
}

const userOf = (state: ReturnType<SessionView['current']>): string | undefined =>
  state.status === 'signed-in' ? state.user?.id : undefined;
