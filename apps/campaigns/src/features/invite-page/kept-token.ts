/**
 * The token of the invite that somebody opened in this tab. It stands behind `#` in the link and nowhere else: no server,
 * log or other site gets to see it, and no `redirect` carries it. The tab keeps it while its person signs up or in.
 */
const PLACE = 'tomekeeper:invite';

/** From the link where there is one, else what this tab opened before. */
export function inviteTokenFor(hash: string): string {
  const token = decoded(hash.replace(/^#/, ''));
  try {
    if (token) sessionStorage.setItem(PLACE, token);
    return token || (sessionStorage.getItem(PLACE) ?? '');
  } catch {
    // Storage may be closed; the link itself still works.
    return token;
  }
}

/** The invite has done its work. */
export function forgetInviteToken(): void {
  try {
    sessionStorage.removeItem(PLACE);
  } catch {
    // What can not be kept need not be forgotten.
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
