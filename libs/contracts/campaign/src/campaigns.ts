import { z } from 'zod';
import { id, optionalText, requiredText, timestamp } from '@tomekeeper/contracts-values';
import { attendance } from './attendance';

/** Limits of contract.md section 4; exceeding one answers 409. */
export const CAMPAIGN_LIMITS = {
  perOwner: 200,
  playersPerCampaign: 100,
  /** E-mail look-ups per person and hour when adding players; beyond it 429. */
  emailLookupsPerHour: 100,
  /** Lifetime of an ownership transfer offer, in days. */
  handOverDays: 7,
  /** Maximum characters of a character's name and line. */
  characterName: 80,
  characterLine: 160,
} as const;

/**
 * Role of a member; a campaign is a 404 for non-members. Owner and co-GMs are its GMs; only the owner deletes the campaign,
 * transfers it and appoints co-GMs.
 */
export const campaignRole = z.enum(['owner', 'co_gm', 'player']);
export type CampaignRole = z.infer<typeof campaignRole>;

/** Item of `GET /api/campaigns/`. `players` holds user ids and includes co-GMs. */
export const campaignSummary = z.object({
  id,
  title: z.string(),
  game_system: z.string(),
  players: z.array(id),
  /** The viewer's role. */
  role: campaignRole,
  /** In lists: the owner's name if the viewer is not the owner; null while it is unknown. */
  run_by: z.string().nullish(),
  /** Set for a sample campaign, which the product filled on its owner's request. */
  sample: z.literal(true).optional(),
  /** Open ownership transfer offer; only GMs and the recipient receive it. */
  hand_over: z.object({ to: id, expires_at: timestamp }).optional(),
});
export type CampaignSummary = z.infer<typeof campaignSummary>;

export const campaignList = z.array(campaignSummary);

/** A member's character in the campaign, written by the member. */
export const character = z.object({ name: z.string(), line: z.string().optional() });
export type Character = z.infer<typeof character>;

/** Body of `PUT /api/campaigns/{id}/character/`; without a line the character has none. */
export const characterRequest = z.object({
  name: requiredText('Name', CAMPAIGN_LIMITS.characterName),
  line: optionalText('Line', CAMPAIGN_LIMITS.characterLine).optional(),
});
export type CharacterRequest = z.infer<typeof characterRequest>;

/** A member's name as other members see it; clients fall back to the id while it is null. */
export const campaignMember = z.object({
  id,
  name: z.string().nullable(),
  role: campaignRole,
  /** Absent for the owner, and until the member writes one. */
  character: character.optional(),
});
export type CampaignMember = z.infer<typeof campaignMember>;

/** Response of `GET /api/campaigns/{id}/`. `people` contains the known names of owner and players. */
export const campaignDetail = campaignSummary.extend({
  owner: id,
  people: z.array(campaignMember),
});
export type CampaignDetail = z.infer<typeof campaignDetail>;

/** A user id or an e-mail address; the service decides which. */
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

/** Roles of members other than the owner. */
export const playerRole = z.enum(['co_gm', 'player'], {
  error: 'Role must be co_gm or player.',
});
export type PlayerRole = z.infer<typeof playerRole>;

/** Body of `PATCH /api/campaigns/{id}/players/{player}/`. */
export const playerRoleRequest = z.object({ role: playerRole });
export type PlayerRoleRequest = z.infer<typeof playerRoleRequest>;

/** Body of `POST /api/campaigns/{id}/hand-over/`: a member's id. */
export const handOverRequest = z.object({ to: id });
export type HandOverRequest = z.infer<typeof handOverRequest>;

/** Response of calls that change players: the complete new list. */
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

/** Response of `POST /api/campaigns/` and `POST /api/campaigns/sample/`. */
export const createCampaignAnswer = z.object({ id });

/** Body of `PATCH /api/campaigns/{id}/`; omitted fields keep their value. */
export const updateCampaignRequest = z.object({
  title: requiredText('Title').optional(),
  game_system: requiredText('Game system').optional(),
  answers_by_model: z.boolean({ error: 'answers_by_model must be true or false.' }).optional(),
});
export type UpdateCampaignRequest = z.infer<typeof updateCampaignRequest>;

/** Identifies one period of membership: a returning player gets a new id. Absent for the owner. */
const membershipId = id.optional();

/** Start of the membership; for the owner the creation of the campaign. */
const memberSince = timestamp;

/** Whether the GMs allow external models to process the campaign for answers and semantic search. */
const answersByModel = z.boolean();

/** Response of the internal `GET /internal/memberships?user=<id>`: all campaigns of that user. */
export const membershipsAnswer = z.object({
  memberships: z.array(
    z.object({
      campaign_id: id,
      role: campaignRole,
      membership_id: membershipId,
      since: memberSince,
      answers_by_model: answersByModel,
    }),
  ),
});
export type MembershipsAnswer = z.infer<typeof membershipsAnswer>;

/** Response of the internal `GET /internal/campaigns/{id}/membership?user=<id>`; 404 for a non-member. */
export const membershipAnswer = z.object({
  campaign_id: id,
  role: campaignRole,
  membership_id: membershipId,
  since: memberSince,
  title: z.string(),
  answers_by_model: answersByModel,
});
export type MembershipAnswer = z.infer<typeof membershipAnswer>;

/** Response of the internal `GET /internal/campaigns/{id}/settings`, the same for every caller; 404 for an unknown campaign. */
export const campaignSettingsAnswer = z.object({
  campaign_id: id,
  answers_by_model: answersByModel,
});
export type CampaignSettingsAnswer = z.infer<typeof campaignSettingsAnswer>;

/**
 * Response of the internal `GET /internal/campaigns/{id}/members`: all members including the owner; 404 for an unknown campaign.
 */
export const campaignMembersAnswer = z.object({
  campaign_id: id,
  members: z.array(z.object({ id, role: campaignRole, membership_id: membershipId })),
});
export type CampaignMembersAnswer = z.infer<typeof campaignMembersAnswer>;

/** Query of both internal membership look-ups. */
export const membershipsQuery = z.object({ user: id });
export type MembershipsQuery = z.infer<typeof membershipsQuery>;

/** A campaign in a user's data export. Only campaigns that the user owns list their players. */
export const campaignRecord = z.object({
  id,
  title: z.string(),
  game_system: z.string(),
  role: campaignRole,
  created_at: timestamp.optional(),
  joined_at: timestamp.optional(),
  players: z.array(id).optional(),
  /** This user's own character. */
  character: character.optional(),
  /** Answers of this user to sessions, latest session first. */
  attendance: z
    .array(
      z.object({
        session: z.number().int().nullable(),
        starts_at: timestamp.nullable(),
        attendance,
      }),
    )
    .optional(),
  /** Open ownership transfer offer made by or to this user. */
  hand_over: campaignSummary.shape.hand_over,
  /** Invites that this user created in the campaign, newest first; without links, because a link grants access. */
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

/** Response of the internal `GET /internal/campaign-records?user=<id>`. */
export const campaignRecordsAnswer = z.object({ campaigns: z.array(campaignRecord) });
export type CampaignRecordsAnswer = z.infer<typeof campaignRecordsAnswer>;
