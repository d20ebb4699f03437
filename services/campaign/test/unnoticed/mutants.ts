import type { Mutant } from '@tomekeeper/testing';

/** Topic of mutants that are detected during actions of game masters, not by later requests of players. */
export const HINTS = 'hints';

const QUERIES = 'campaigns/campaign.queries';
const SESSIONS = 'game-sessions/session.queries';
const BOARDS = 'boards/boards.service';
const INVITES = 'invites/invites.service';
const HAND_OVER = 'hand-over/hand-over.service';
const ONE_INVITE = 'DELETE /api/campaigns/{id}/invites/{invite}';

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'players see the invites',
    shownBy: 'GET /api/campaigns/{id}/invites',
    file: INVITES,
    after: 'if (!visible) throw campaignNotFound();\n    if (',
    find: '!isGm(visible.role)',
    instead: 'false',
  },
  {
    name: 'an invite is refused in other words than none',
    shownBy: ONE_INVITE,
    file: INVITES,
    find: "await this.seeAsGm(campaign, user, 'withdraw invites')",
    instead: `await (async () => {
      if (!(await inviteOf(this.uow, campaign, id))) throw inviteNotFound();
      return this.seeAsGm(campaign, user, 'withdraw invites');
    })()`,
  },
  {
    name: 'a player receives an offer to another player',
    shownBy: 'GET /api/campaigns/{id}',
    file: QUERIES,
    find: "offerFor({ id: '$2', role: ROLE })",
    instead: `offerFor({ id: '$2', role: "'owner'" })`,
  },
  {
    name: 'a player’s list contains an offer to another player',
    shownBy: 'GET /api/campaigns',
    file: QUERIES,
    after: 'AS players, c.role,\n            ${',
    find: "offerFor({ id: '$1', role: 'c.role' })",
    instead: `offerFor({ id: '$1', role: "'owner'" })`,
  },
  {
    name: 'a GM who views as the party sees an offer',
    shownBy: 'GET /api/campaigns/{id}',
    file: 'campaigns/campaigns.service',
    find: "{ ...own, role: 'player', hand_over: null }",
    instead: "{ ...own, role: 'player' as const }",
  },
  {
    name: 'the copy of a person’s data holds invites of others',
    shownBy: 'GET /internal/campaign-records',
    file: QUERIES,
    after: "role: 'c.role' })}, ${",
    find: 'INVITES_MADE',
    instead: "INVITES_MADE.replace('AND i.created_by = $1', '')",
  },
  {
    name: 'declining an offer reveals an offer to another player',
    shownBy: 'DELETE /api/campaigns/{id}/hand-over',
    file: HAND_OVER,
    after: 'if (taken.length === 0) throw ',
    find: 'noOffer()',
    instead: `(await endOffer(tx, campaign)).length > 0 ? onlyTheOwner('end it') : noOffer()`,
  },
  {
    name: 'players see sessions that are not announced',
    shownBy: 'GET /api/campaigns/{id}/sessions',
    file: SESSIONS,
    find: "'AND s.number IS NOT NULL'",
    instead: "''",
  },
  {
    name: 'the export of a player contains the board of a session',
    shownBy: 'GET /internal/campaigns/{id}/content',
    file: 'transfers/campaign-content.service',
    after: 'if (!isGm(role)) return ',
    find: 'visible',
    instead: `{
      ...visible,
      board: await this.uow.query<any>('SELECT * FROM board WHERE session_id = $1', [session]),
    }`,
  },
  {
    name: 'players are hinted of imported sessions that are hidden',
    shownBy: HINTS,
    file: 'transfers/imported-sessions.service',
    find: 'number !== null',
    instead: 'true',
  },
  {
    name: 'players see titles that are not released',
    shownBy: 'GET /api/campaigns/{id}/sessions/{session}',
    file: SESSIONS,
    find: 'isGm || title_released',
    instead: 'true',
  },
  {
    name: 'news contain titles that are not released',
    shownBy: 'GET /internal/session-news',
    file: 'game-sessions/session-news.controller',
    after: 'title: ',
    find: 'title_released ? title : null',
    instead: 'title',
  },
  {
    name: 'players are hinted of hidden sessions',
    shownBy: HINTS,
    file: 'game-sessions/sessions.service',
    after: 'const isVisible = JSON.stringify(before) !== ',
    find: 'JSON.stringify(after)',
    instead: "''",
  },
  {
    name: 'players see the boards of sessions',
    shownBy: 'GET /api/campaigns/{id}/board',
    file: BOARDS,
    after: 'const { role } = await requireMember(this.uow, campaign, user);\n    if (',
    find: '!isGm(role)',
    instead: 'false',
  },
  {
    name: 'an unknown session is refused in other words than a hidden one',
    shownBy: 'GET /api/campaigns/{id}/board',
    file: BOARDS,
    after: 'async get({ campaign, session, user }: Place): Promise<Board> {\n    ',
    find: 'await this.requireGm(campaign, user)',
    instead: `(await sessionOf(this.uow, campaign, session), await this.requireGm(campaign, user))`,
  },
  {
    name: 'players are hinted of boards',
    shownBy: HINTS,
    file: 'campaigns/hints',
    after: "kind: 'board', campaign, id: session, to: ",
    find: "'gm'",
    instead: "'party' as const",
  },
  {
    name: 'players are hinted of invites and offers',
    shownBy: HINTS,
    file: 'campaigns/hints',
    after: 'to: ',
    find: "'gm'",
    instead: "'party' as const",
  },
  {
    name: 'all members are hinted of an offer to one',
    shownBy: HINTS,
    file: HAND_OVER,
    after: 'await hintListChanged(tx, campaign, ',
    find: 'concerned',
    instead: `(
      await tx.query<any>('SELECT player_id AS id FROM campaign_player WHERE campaign_id = $1', [campaign])
    ).map(({ id }) => id)`,
  },
  {
    name: 'players are notified of a removal without effect',
    shownBy: HINTS,
    file: 'campaigns/players.service',
    after: 'if (',
    find: 'removed.length > 0',
    instead: 'true',
  },
  {
    name: 'the search service gets the plan of a player’s session',
    shownBy: 'GET /internal/campaigns/{id}/sessions',
    file: 'game-sessions/read-sessions',
    find: 'viewer.isGm && notes.get(id)?.plan',
    instead: 'notes.get(id)?.plan',
  },
  {
    name: 'the search service gets the checklist of a player’s session',
    shownBy: 'GET /internal/campaigns/{id}/sessions',
    file: 'game-sessions/read-sessions',
    find: 'viewer.isGm ? openItemsOf(db, campaign) : []',
    instead: 'openItemsOf(db, campaign)',
  },
];
