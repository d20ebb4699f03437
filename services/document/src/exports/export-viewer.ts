import type { SqlReader } from '@tomekeeper/persistence';
import type { CampaignMemberships, Scope } from '../memberships/campaign-memberships';
import { changeNumbers } from '../passages/changes';

/** A member of a campaign, as exports see them. */
export interface ExportViewer {
  scope: Scope;
  /** Of a player; null for GMs. */
  membership: string | null;
}

/** @returns undefined for users outside of the campaign */
export async function viewerIn(
  memberships: CampaignMemberships,
  campaign: string,
  person: string,
): Promise<ExportViewer | undefined> {
  const scope = await memberships.scopeIn(campaign, person);
  if (scope.managed.length > 0) return { scope, membership: null };
  const [membership] = scope.memberships ?? [];
  return scope.played.length > 0 && membership !== undefined ? { scope, membership } : undefined;
}

/** The newest change that took something from the member. */
export async function watermarkOf(
  db: SqlReader,
  campaign: string,
  membership: string | null,
): Promise<number> {
  const numbers = await changeNumbers(db, campaign, membership ?? undefined);
  if (!numbers) return 0;
  return membership === null ? numbers.restricting.gm : numbers.restricting.party;
}
