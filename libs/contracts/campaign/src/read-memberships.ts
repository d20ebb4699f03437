import { z } from 'zod';
import {
  campaignMembersAnswer,
  membershipAnswer,
  membershipsAnswer,
  type CampaignRole,
} from './campaigns';

// The internal look-ups of memberships, as other services read them.

/** A newer campaign service may know other roles: they grant nothing, and hide no other membership. */
const role = z.string();

export const readMembership = membershipAnswer.extend({ role });
export const readMemberships = membershipsAnswer.extend({
  memberships: z.array(membershipsAnswer.shape.memberships.element.extend({ role })),
});
export const readMembers = campaignMembersAnswer.extend({
  members: z.array(campaignMembersAnswer.shape.members.element.extend({ role })),
});

/** Owner and co-GM alike. */
export const isGm = (role: CampaignRole | undefined): boolean =>
  role === 'owner' || role === 'co_gm';
