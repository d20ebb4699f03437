import type { SessionView } from '@tomekeeper/remote-kit';

/** Loaded on demand to keep the entry chunk small. */
const bringDrafts = async () => (await import('./drafts')).drafts;

/**
 * Deletes drafts from the device when their author logs out or another person signs in. An expired session keeps them, so that
 * its user can sign in again and continue.
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
