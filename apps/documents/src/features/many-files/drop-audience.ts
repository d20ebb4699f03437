import type { AudienceKind } from '@tomekeeper/ui/audience';

const STORE = 'tomekeeper.drop-audience';
/** Campaigns whose choice is remembered. */
const MAX_CAMPAIGNS = 50;

/** Who sees the files of a drop: as this person last chose for the campaign, *Spoilers* at first. */
export const audienceOfDrops = (person: string, campaignId: string): AudienceKind =>
  publicDrops().includes(placeOf(person, campaignId)) ? 'public' : 'spoilers';

export function rememberAudience(person: string, campaignId: string, kind: AudienceKind): void {
  const place = placeOf(person, campaignId);
  const others = publicDrops().filter((known) => known !== place);
  const all = kind === 'public' ? [...others, place] : others;
  try {
    localStorage.setItem(STORE, JSON.stringify(all.slice(-MAX_CAMPAIGNS)));
  } catch {
    // Storage is closed or full: the next visit begins with Spoilers, which leaks nothing.
  }
}

const placeOf = (person: string, campaignId: string) => `${person} ${campaignId}`;

/** Only *Public* is noted: whatever is lost or unreadable means *Spoilers*. */
function publicDrops(): string[] {
  try {
    const noted: unknown = JSON.parse(localStorage.getItem(STORE) ?? '[]');
    return Array.isArray(noted) ? noted.filter((place) => typeof place === 'string') : [];
  } catch {
    return [];
  }
}
