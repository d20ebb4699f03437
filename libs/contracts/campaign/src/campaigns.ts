import { z } from 'zod';
import { id, requiredText, timestamp } from '@tomekeeper/contracts-values';

/** Bounds of contract.md section 4; beyond them the answer is 409. */
export const CAMPAIGN_LIMITS = {
  perOwner: 200,
  playersPerCampaign: 100,
  /** E-mail addresses by which one person may add people in an hour; beyond it 429. */
  emailLookupsPerHour: 100,
  /** So long an offer to hand a campaign over is open. */
  handOverDays: 7,
} as const;

/**
 * What someone is in a campaign. Who is none of it does not know that it exists. Owner and co-GM are its GMs; the owner
 * alone deletes it, hands it over and says who is co-GM.
 */
export const campaignRole = z.enum(['owner', 'co_gm', 'player']);
export type CampaignRole = z.infer<typeof campaignRole>;

/** A row of `GET /api/campaigns/`. `players` holds user ids, those of co-GMs too. */
export const campaignSummary = z.object({
  id,
  title: z.string(),
  game_system: z.string(),
  players: z.array(id),
  /** The reader's role. */
  role: campaignRole,
  /** In lists, the owner's name where the reader is not the owner; null while it is unknown. */
  run_by: z.string().nullish(),
  /** To whom its owner offers it, and until when: for its GMs and for that member. */
  hand_over: z.object({ to: id, expires_at: timestamp }).optional(),
});
export type CampaignSummary = z.infer<typeof campaignSummary>;

export const campaignList = z.array(campaignSummary);

/** A member's name as shown to other members; the id stands in while it is unknown. */
export const campaignMember = z.object({
  id,
  name: z.string().nullable(),
  role: campaignRole,
});
export type CampaignMember = z.infer<typeof campaignMember>;

/** Answer of `GET /api/campaigns/{id}/`. `people` names owner and players where names are known. */
export const campaignDetail = campaignSummary.extend({
  owner: id,
  people: z.array(campaignMember),
});
export type CampaignDetail = z.infer<typeof campaignDetail>;

/** One person to add: a user id, or an e-mail address. Which of the two is decided by the service. */
const playerReference = requiredText('Player', 254);

/** Body of add-players and remove-players. */
export const playersRequest = z.object({
  players: z
    .array(playerReference, { error: 'Players must be a list.' })
    .min(1, { error: 'Name at least one player.' })
    .max(CAMPAIGN_LIMITS.playersPerCampaign, {
      error: `Name at most ${CAMPAIGN_LIMITS.playersPerCampaign} players at once.`,
    }),
});
export type PlayersRequest = z.infer<typeof playersRequest>;

/** What somebody beside the owner can be. */
export const playerRole = z.enum(['co_gm', 'player'], {
  error: 'Role must be co_gm or player.',
});
export type PlayerRole = z.infer<typeof playerRole>;

/** Body of `PATCH /api/campaigns/{id}/players/{player}/`. */
export const playerRoleRequest = z.object({ role: playerRole });
export type PlayerRoleRequest = z.infer<typeof playerRoleRequest>;

/** Body of `POST /api/campaigns/{id}/hand-over/`: the id of a member. */
export const handOverRequest = z.object({ to: id });
export type HandOverRequest = z.infer<typeof handOverRequest>;

/** Answer of calls that change players: the whole list as it is now. */
export const playersAnswer = z.object({
  players: z.array(id),
  people: z.array(campaignMember),
});
export type PlayersAnswer = z.infer<typeof playersAnswer>;

/** Body of `POST /api/campaigns/`. */
export const createCampaignRequest = z.object({
  title: requiredText('Title'),
  game_system: requiredText('Game system'),
  players: playersRequest.shape.players.or(z.array(z.never()).length(0)).optional(),
});
export type CreateCampaignRequest = z.infer<typeof createCampaignRequest>;

/** Answer of `POST /api/campaigns/`. */
export const createCampaignAnswer = z.object({ id });

/** Body of `PATCH /api/campaigns/{id}/`; a field left out stays as it is. */
export const updateCampaignRequest = z.object({
  title: requiredText('Title').optional(),
  game_system: requiredText('Game system').optional(),
  answers_by_model: z.boolean({ error: 'answers_by_model must be true or false.' }).optional(),
});
export type UpdateCampaignRequest = z.infer<typeof updateCampaignRequest>;

/** Identifies one stay in a campaign: a player who returns gets another id. Absent for the owner. */
const membershipId = id.optional();

/** Whether the GMs let models outside this installation read the campaign, for answers and semantic search. */
const answersByModel = z.boolean();

/** Answer of the internal `GET /internal/memberships?user=<id>`: every campaign of that person. */
export const membershipsAnswer = z.object({
  memberships: z.array(
    z.object({
      campaign_id: id,
      role: campaignRole,
      membership_id: membershipId,
      answers_by_model: answersByModel,
    }),
  ),
});
export type MembershipsAnswer = z.infer<typeof membershipsAnswer>;

/** Answer of the internal `GET /internal/campaigns/{id}/membership?user=<id>`; 404 for a stranger. */
export const membershipAnswer = z.object({
  campaign_id: id,
  role: campaignRole,
  membership_id: membershipId,
  title: z.string(),
  answers_by_model: answersByModel,
});
export type MembershipAnswer = z.infer<typeof membershipAnswer>;

/**
 * Answer of the internal `GET /internal/campaigns/{id}/settings`: what its GMs have settled, whoever asks; 404 where there is no such
 * campaign.
 */
export const campaignSettingsAnswer = z.object({
  campaign_id: id,
  answers_by_model: answersByModel,
});
export type CampaignSettingsAnswer = z.infer<typeof campaignSettingsAnswer>;

/**
 * Answer of the internal `GET /internal/campaigns/{id}/members`: everybody who belongs to it, the owner too; 404 where
 * there is no such campaign.
 */
export const campaignMembersAnswer = z.object({
  campaign_id: id,
  members: z.array(z.object({ id, role: campaignRole, membership_id: membershipId })),
});
export type CampaignMembersAnswer = z.infer<typeof campaignMembersAnswer>;

/** Query of both internal look-ups. */
export const membershipsQuery = z.object({ user: id });
export type MembershipsQuery = z.infer<typeof membershipsQuery>;

/** A campaign in the copy of someone's data: one's own with its players, another's by its name only. */
export const campaignRecord = z.object({
  id,
  title: z.string(),
  game_system: z.string(),
  role: campaignRole,
  created_at: timestamp.optional(),
  joined_at: timestamp.optional(),
  players: z.array(id).optional(),
  /** An open offer that this person made, or that was made to them. */
  hand_over: campaignSummary.shape.hand_over,
  /** Invites that this person made in it, the newest first; without their links, which open the campaign. */
  invites: z
    .array(
      z.object({
        role: playerRole,
        email: z.string().nullable(),
        uses: z.number().int(),
        uses_left: z.number().int(),
        created_at: timestamp,
        expires_at: timestamp,
        revoked_at: timestamp.nullable(),
      }),
    )
    .optional(),
});
export type CampaignRecord = z.infer<typeof campaignRecord>;

/** Answer of the internal `GET /internal/campaign-records?user=<id>`. */
export const campaignRecordsAnswer = z.object({ campaigns: z.array(campaignRecord) });
export type CampaignRecordsAnswer = z.infer<typeof campaignRecordsAnswer>;
