import { z } from 'zod';
import {
  campaignMembersAnswer,
  membershipAnswer,
  membershipsAnswer,
  type CampaignRole,
} from './campaigns';

// Schemas with which other services parse the internal membership look-ups.

/** Accepts unknown roles of a newer campaign service: they grant nothing and do not invalidate other memberships. */
const role = z.string();

export const readMembership = membershipAnswer.extend({ role });
export const readMemberships = membershipsAnswer.extend({
  memberships: z.array(membershipsAnswer.shape.memberships.element.extend({ role })),
});
export const readMembers = campaignMembersAnswer.extend({
  members: z.array(campaignMembersAnswer.shape.members.element.extend({ role })),
});

/** True for owner and co-GM. */
export const isGm = (role: CampaignRole | undefined): boolean =>
  role === 'owner' || role === 'co_gm';
