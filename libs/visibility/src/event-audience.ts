import { MAX_MEMBERSHIPS, type HintAudience } from '@tomekeeper/contracts-live';
import { isAllMembers, isEmpty, type AudienceMembers } from './audience-members';

const GM_ROLES: ReadonlySet<string> = new Set(['owner', 'co_gm']);
const PARTY_ROLES: ReadonlySet<string> = new Set([...GM_ROLES, 'player']);

/** Whether a role belongs to the GMs, or to the GMs and players. Unknown roles belong to neither. */
export const isRoleIn = (role: string | undefined, audience: 'gm' | 'party'): boolean =>
  role !== undefined && (audience === 'gm' ? GM_ROLES : PARTY_ROLES).has(role);

/** The recipients of an invalidation event: GMs and the players who see the change. Beyond MAX_MEMBERSHIPS the whole party. */
export function eventAudienceOf(members: AudienceMembers): HintAudience {
  if (isEmpty(members)) return 'gm';
  const ids = [...members.memberships];
  if (isAllMembers(members) || ids.length > MAX_MEMBERSHIPS) return 'party';
  return members.isAllBut ? { all_but: ids } : { memberships: ids };
}

/** Whether a member receives an event. GMs receive all events; a player without a known membership receives no event for memberships. */
export function isInEventAudience(
  { role, membership_id }: { role: string; membership_id?: string | undefined },
  audience: Exclude<HintAudience, { people: string[] }>,
): boolean {
  if (typeof audience === 'string') return isRoleIn(role, audience);
  if (isRoleIn(role, 'gm')) return true;
  if (!isRoleIn(role, 'party') || membership_id === undefined) return false;
  return 'memberships' in audience
    ? audience.memberships.includes(membership_id)
    : !audience.all_but.includes(membership_id);
}
