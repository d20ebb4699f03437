import {
  CAMPAIGN_LIMITS,
  isGm,
  type CampaignRecord,
  type CampaignRole,
  type CampaignSettingsAnswer,
  type CampaignSummary,
  type Character,
} from '@tomekeeper/contracts-campaign';
import type { ViewAs } from '@tomekeeper/contracts-values';
import { onlyGmsViewAs, unknownViewAs } from '@tomekeeper/service-kit';
import { campaignNotFound } from './campaign.errors';

/** A unit of work or a transaction, for reading. */
export interface SqlReader {
  query<Row extends object>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

/**
 * Campaigns of other owners that lists show and documents count: the oldest memberships, round-robin over the owners.
 * The separate limit keeps them from displacing the user's own campaigns, and the round-robin keeps strangers who add a
 * user to hundreds of campaigns from displacing other owners' campaigns.
 */
const MAX_PLAYED_LISTED = 1000;

/** Owner and player of a campaign are never the same person, so the two halves are disjoint. */
const CAMPAIGNS_OF = `
  (SELECT id, title, game_system, owner, created_at, answers_by_model, is_sample, 'owner' AS role,
          NULL::uuid AS membership_id, created_at AS since
     FROM campaign WHERE owner = $1
    ORDER BY created_at DESC, id DESC LIMIT ${CAMPAIGN_LIMITS.perOwner})
  UNION ALL
  (SELECT id, title, game_system, owner, created_at, answers_by_model, is_sample, role, membership_id,
          added_at AS since
     FROM (SELECT c.*, p.role, p.membership_id, p.added_at, p.position,
                  row_number() OVER (PARTITION BY c.owner ORDER BY p.added_at, p.position) AS turn
             FROM campaign_player p JOIN campaign c ON c.id = p.campaign_id
            WHERE p.player_id = $1) played
    ORDER BY turn, added_at, position LIMIT ${MAX_PLAYED_LISTED})`;

const PLAYERS = `
  ARRAY(SELECT p.player_id FROM campaign_player p WHERE p.campaign_id = c.id ORDER BY p.position)`;

/** A player's character; null without one. */
const CHARACTER = `
  CASE WHEN p.character_name IS NOT NULL
       THEN json_strip_nulls(json_build_object('name', p.character_name, 'line', p.character_line)) END`;

/** Members other than the owner, in the order in which they joined. */
const MEMBERS = `
  (SELECT coalesce(json_agg(json_build_object('id', p.player_id, 'role', p.role, 'character', ${CHARACTER})
                            ORDER BY p.position), '[]')
     FROM campaign_player p WHERE p.campaign_id = c.id)`;

/** A stored offer; null without one, or if the viewer may not see it. */
interface WithOffer {
  hand_over: CampaignSummary['hand_over'] | null;
}

export interface ListedCampaign extends Omit<CampaignSummary, 'hand_over' | 'sample'>, WithOffer {
  owner: string;
  is_sample: boolean;
}

/** SQL for a time as ISO 8601 in UTC. */
export const utc = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * SQL for an offer that is visible to the campaign's GMs and its recipient.
 * @param reader SQL for the viewer's id and role
 */
const offerFor = (reader: { id: string; role: string }) => `
  (SELECT json_build_object('to', h.player_id, 'expires_at',
            ${utc('h.expires_at')})
     FROM hand_over_offer h
    WHERE h.campaign_id = c.id AND h.expires_at > now()
      AND (h.player_id = ${reader.id} OR ${reader.role} <> 'player')) AS hand_over`;

/** Returns the campaigns that a user owns or plays in, newest first, in one round trip. */
export function campaignsOf(db: SqlReader, person: string): Promise<ListedCampaign[]> {
  return db.query<ListedCampaign>(
    `SELECT c.id, c.title, c.game_system, c.owner, c.is_sample, ${PLAYERS} AS players, c.role,
            ${offerFor({ id: '$1', role: 'c.role' })}
       FROM (${CAMPAIGNS_OF}) c ORDER BY c.created_at DESC, c.id DESC`,
    [person],
  );
}

export interface Membership {
  campaign_id: string;
  role: CampaignRole;
  /** Id of the current membership; owners have none. */
  membership_id?: string;
  /** Start of the membership; for owners the creation of the campaign. */
  since: string;
  answers_by_model: boolean;
}

/** Returns the user's role in each of their campaigns. */
export async function membershipsOf(db: SqlReader, person: string): Promise<Membership[]> {
  const rows = await db.query<WithMembership<Membership>>(
    `SELECT id AS campaign_id, role, membership_id, ${utc('since')} AS since, answers_by_model
       FROM (${CAMPAIGNS_OF}) c`,
    [person],
  );
  return rows.map(asMember);
}

/** A database row: null without a membership. */
type WithMembership<Row> = Omit<Row, 'membership_id'> & { membership_id: string | null };

function asMember<Row>({ membership_id, ...row }: WithMembership<Row>) {
  return { ...row, ...(membership_id !== null && { membership_id }) };
}

interface RecordRow
  extends
    Pick<CampaignRecord, 'id' | 'title' | 'game_system' | 'role' | 'invites' | 'attendance'>,
    WithOffer {
  created_at: Date;
  joined_at: Date | null;
  players: string[];
  character: Character | null;
}

/** The cleanup job deletes invites a month after they end, so this limit is rarely reached. */
const MAX_INVITES_IN_RECORD = 200;

const INVITES_MADE = `
  (SELECT json_agg(made ORDER BY made.created_at DESC)
     FROM (SELECT role, email, uses, uses_left, ${utc('created_at')} AS created_at,
                  ${utc('expires_at')} AS expires_at, ${utc('revoked_at')} AS revoked_at
             FROM invite i WHERE i.campaign_id = c.id AND i.created_by = $1
            ORDER BY i.created_at DESC LIMIT ${MAX_INVITES_IN_RECORD}) made)`;

const ATTENDANCE = `
  (SELECT json_agg(json_build_object('session', s.number, 'starts_at', ${utc('s.starts_at')},
                                     'attendance', a.answer) ORDER BY s.starts_at DESC NULLS FIRST, s.id)
     FROM session_answer a JOIN game_session s ON s.id = a.session_id
    WHERE a.campaign_id = c.id AND a.player_id = $1)`;

/**
 * Returns a user's campaigns for their data export. Excludes other players of other owners' campaigns, because that is
 * not the user's data.
 */
export async function campaignRecordsOf(db: SqlReader, person: string): Promise<CampaignRecord[]> {
  const rows = await db.query<RecordRow>(
    `SELECT c.id, c.title, c.game_system, c.role, c.created_at, ${PLAYERS} AS players,
            (SELECT p.added_at FROM campaign_player p
              WHERE p.campaign_id = c.id AND p.player_id = $1) AS joined_at,
            (SELECT ${CHARACTER} FROM campaign_player p
              WHERE p.campaign_id = c.id AND p.player_id = $1) AS character,
            ${offerFor({ id: '$1', role: 'c.role' })}, ${INVITES_MADE} AS invites,
            ${ATTENDANCE} AS attendance
       FROM (${CAMPAIGNS_OF}) c ORDER BY c.created_at DESC, c.id DESC`,
    [person],
  );
  return rows.map(({ id, title, game_system, role, hand_over, invites, attendance, ...row }) => ({
    id,
    title,
    game_system,
    role,
    // Excludes offers to other people, which a co-GM sees but which are not their data.
    ...((role === 'owner' || hand_over?.to === person) && hand_over && { hand_over }),
    ...(invites && { invites }),
    ...(attendance && { attendance }),
    ...(row.character && { character: row.character }),
    ...(role === 'owner'
      ? { created_at: row.created_at.toISOString(), players: row.players }
      : { joined_at: row.joined_at?.toISOString() }),
  }));
}

export interface VisibleCampaign extends Omit<CampaignSummary, 'hand_over' | 'sample'>, WithOffer {
  owner: string;
  is_sample: boolean;
  members: PlayerRow[];
  role: CampaignRole;
  /** Id of the viewer's current membership; null for the owner. */
  membership_id: string | null;
  /** Start of the viewer's membership; for the owner the creation of the campaign. */
  since: string;
  answers_by_model: boolean;
}

const ROLE = `CASE WHEN c.owner = $2 THEN 'owner' ELSE me.role END`;

/** Returns a campaign as a member sees it; undefined for non-members. */
export async function visibleCampaign(
  db: SqlReader,
  campaign: string,
  person: string,
): Promise<VisibleCampaign | undefined> {
  const [row] = await db.query<VisibleCampaign>(
    `SELECT c.id, c.title, c.game_system, c.owner, c.is_sample, ${PLAYERS} AS players,
            ${MEMBERS} AS members, ${ROLE} AS role, me.membership_id, c.answers_by_model,
            ${utc('coalesce(me.added_at, c.created_at)')} AS since,
            ${offerFor({ id: '$2', role: ROLE })}
       FROM campaign c
       LEFT JOIN campaign_player me ON me.campaign_id = c.id AND me.player_id = $2
      WHERE c.id = $1 AND (c.owner = $2 OR me.player_id IS NOT NULL)`,
    [campaign, person],
  );
  return row;
}

/** Returns a campaign as a member sees it. @throws {DomainError} 404 for non-members */
export async function requireMember(
  db: SqlReader,
  campaign: string,
  person: string,
): Promise<VisibleCampaign> {
  const visible = await visibleCampaign(db, campaign, person);
  if (!visible) throw campaignNotFound();
  return visible;
}

/**
 * Returns a campaign as a player sees it, for its GMs; `seen` is undefined for the party, which is no certain player.
 * @throws {DomainError} 403 for others than GMs, 400 for others than players
 */
export async function viewAsPlayer(
  db: SqlReader,
  viewAs: ViewAs,
  { campaign, gm }: { campaign: string; gm: string },
): Promise<{ own: VisibleCampaign; seen: VisibleCampaign | undefined }> {
  const own = await visibleCampaign(db, campaign, gm);
  if (!own || !isGm(own.role)) throw onlyGmsViewAs();
  if (viewAs === 'party') return { own, seen: undefined };
  const seen = await visibleCampaign(db, campaign, viewAs);
  if (seen?.role !== 'player') throw unknownViewAs();
  return { own, seen };
}

/** Returns the campaign's settings for other services; undefined for an unknown campaign. */
export async function settingsOf(
  db: SqlReader,
  campaign: string,
): Promise<CampaignSettingsAnswer | undefined> {
  const [row] = await db.query<CampaignSettingsAnswer>(
    'SELECT id AS campaign_id, answers_by_model FROM campaign WHERE id = $1',
    [campaign],
  );
  return row;
}

export interface Member {
  id: string;
  role: CampaignRole;
  membership_id?: string;
}

/** Returns all members of a campaign, the owner first; empty for an unknown campaign. */
export async function membersOf(db: SqlReader, campaign: string): Promise<Member[]> {
  const rows = await db.query<WithMembership<Member>>(
    `SELECT owner AS id, 'owner' AS role, NULL::uuid AS membership_id FROM campaign WHERE id = $1
     UNION ALL
     SELECT player_id, role, membership_id FROM campaign_player WHERE campaign_id = $1`,
    [campaign],
  );
  return rows.map(asMember);
}

/** A member other than the owner, with their role and character. */
export interface PlayerRow {
  id: string;
  role: 'co_gm' | 'player';
  character: Character | null;
}

/** Returns the players of a campaign, including co-GMs, in the order in which they joined. */
export function playersOf(db: SqlReader, campaign: string): Promise<PlayerRow[]> {
  return db.query<PlayerRow>(
    `SELECT p.player_id AS id, p.role, ${CHARACTER} AS character
       FROM campaign_player p WHERE p.campaign_id = $1 ORDER BY p.position`,
    [campaign],
  );
}
