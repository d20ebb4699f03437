/**
 * Storage key of the invite token opened in this tab. The token appears only in the URL's fragment, so that no server, log, other
 * site or `redirect` parameter receives it. The tab keeps it while the user signs up or in.
 */
const PLACE = 'tomekeeper:invite';

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

/** Deletes the token after use. */
export function forgetInviteToken(): void {
  try {
    sessionStorage.removeItem(PLACE);
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
