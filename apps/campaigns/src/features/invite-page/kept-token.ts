import type { SessionView } from '@tomekeeper/remote-kit';
import { z } from 'zod';

const joining = z.object({ token: z.string(), at: z.number() });

/**
 * Storage key of the invite token opened in this tab. The token appears only in the URL's fragment, so that no server, log, other
 * site or `redirect` parameter receives it. The tab keeps it while the user signs up or in.
 */
const PLACE = 'tomekeeper:invite';
/** Storage key of an invite that was shown to a visitor. The return from sign-up or sign-in accepts it. */
const JOINING = 'tomekeeper:invite-joining';

/** Token from the link, or else the one stored in this tab. */
export function inviteTokenFor(hash: string): string {
  const token = decoded(hash.replace(/^#/, ''));
  try {
    if (token) sessionStorage.setItem(PLACE, token);
    return token || (sessionStorage.getItem(PLACE) ?? '');
  } catch {
    // Storage may be unavailable; the link itself still works.
    return token;
  }
}

/** Time for sign-up or sign-in, confirmation mail included; later the invite page asks again. */
const MAX_MINUTES = 60;

/** Marks the invite for acceptance after sign-up or sign-in. */
export function joinOnReturn(token: string): void {
  try {
    sessionStorage.setItem(JOINING, JSON.stringify({ token, at: Date.now() }));
  } catch {
    // Without storage the token is lost as well, and the link must be opened again.
  }
}

/** Whether the return from sign-up or sign-in accepts this invite. */
export function joinsOnReturn(token: string): boolean {
  try {
    const mark = joining.safeParse(JSON.parse(sessionStorage.getItem(JOINING) ?? ''));
    return (
      mark.success && mark.data.token === token && Date.now() - mark.data.at < MAX_MINUTES * 60_000
    );
  } catch {
    return false;
  }
}

/** A mark accepts once: after a failure the invite page asks. */
export function forgetJoining(): void {
  try {
    sessionStorage.removeItem(JOINING);
  } catch {
    // Storage is unavailable, so it holds no mark.
  }
}

/**
 * Deletes the invite at log-out, so that the next user of the tab does not join with it.
 * @returns unsubscribe function
 */
export function forgetInviteAtLogOut(session: SessionView): () => void {
  let before = session.current().status;
  return session.subscribe(() => {
    const { status } = session.current();
    if (before === 'signed-in' && status === 'signed-out') forgetInviteToken();
    if (status !== 'checking') before = status;
  });
}

/** Deletes the token after use. */
export function forgetInviteToken(): void {
  try {
    sessionStorage.removeItem(PLACE);
    sessionStorage.removeItem(JOINING);
  } catch {
    // Storage is unavailable, so it holds no token.
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
