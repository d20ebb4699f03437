import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateTables1735000000000 implements MigrationInterface {
  readonly name = 'CreateTables1735000000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...CAMPAIGNS, ...GAME_SESSIONS, ...INVITES, EMAIL_LOOKUPS])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE
        email_lookup, invite_mail, removed_player, invite, board, checklist_item, session_answer, game_session,
        hand_over_offer, campaign_player, campaign`);
  }
}

/** The indexes serve "campaigns of a user, newest first". */
const CAMPAIGNS = [
  `CREATE TABLE campaign (
     id uuid PRIMARY KEY,
     owner uuid NOT NULL,
     title text NOT NULL,
     game_system text NOT NULL,
     -- Whether a language model may read the campaign. Stored here because a restore rebuilds the search index.
     answers_by_model boolean NOT NULL DEFAULT true,
     -- Filled with sample documents on the owner's request.
     is_sample boolean NOT NULL DEFAULT false,
     created_at timestamptz NOT NULL DEFAULT clock_timestamp()
   )`,
  'CREATE INDEX campaign_of_owner ON campaign (owner, created_at DESC, id DESC)',
  `CREATE TABLE campaign_player (
     campaign_id uuid NOT NULL REFERENCES campaign ON DELETE CASCADE,
     player_id uuid NOT NULL,
     -- Distinguishes a player who returns from the same player before.
     membership_id uuid NOT NULL DEFAULT gen_random_uuid(),
     role text NOT NULL DEFAULT 'player' CHECK (role IN ('player', 'co_gm')),
     position bigint GENERATED ALWAYS AS IDENTITY,
     added_at timestamptz NOT NULL DEFAULT now(),
     -- The member's character ends with the membership.
     character_name text,
     character_line text CHECK (character_line IS NULL OR character_name IS NOT NULL),
     PRIMARY KEY (campaign_id, player_id)
   )`,
  'CREATE INDEX campaign_player_of_person ON campaign_player (player_id, campaign_id)',
  // An offer ends with the membership of its recipient.
  `CREATE TABLE hand_over_offer (
     campaign_id uuid PRIMARY KEY,
     player_id uuid NOT NULL,
     offered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     expires_at timestamptz NOT NULL,
     FOREIGN KEY (campaign_id, player_id) REFERENCES campaign_player ON DELETE CASCADE
   )`,
];

const GAME_SESSIONS = [
  `CREATE TABLE game_session (
     id uuid PRIMARY KEY,
     campaign_id uuid NOT NULL REFERENCES campaign ON DELETE CASCADE,
     -- Players see a session once it has a number.
     number int,
     title text NOT NULL DEFAULT '',
     title_released boolean NOT NULL DEFAULT false,
     starts_at timestamptz,
     time_zone text,
     state text NOT NULL DEFAULT 'planned' CHECK (state IN ('planned', 'running', 'closed')),
     started_at timestamptz,
     closed_at timestamptz,
     -- Start of the present run; later than started_at after a reopening.
     running_since timestamptz,
     -- News of players: the announcement, the latest change of the date since, and the start of the changes that are one
     -- notification. Null for a session that was not announced while it was planned.
     announced_at timestamptz,
     moved_at timestamptz,
     notified_at timestamptz,
     -- Notes of the document service.
     plan uuid,
     recap uuid,
     -- Import of the document service that added the session, and a hash of the session after it.
     import_id uuid,
     import_hash text,
     created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     CHECK (state = 'planned' OR number IS NOT NULL),
     CHECK ((announced_at IS NULL) = (notified_at IS NULL)),
     CHECK (announced_at IS NOT NULL OR moved_at IS NULL),
     UNIQUE (campaign_id, number)
   )`,
  'CREATE INDEX game_session_of_import ON game_session (import_id) WHERE import_id IS NOT NULL',
  `CREATE UNIQUE INDEX running_session ON game_session (campaign_id) WHERE state = 'running'`,
  // An answer ends with the membership.
  `CREATE TABLE session_answer (
     session_id uuid NOT NULL REFERENCES game_session ON DELETE CASCADE,
     campaign_id uuid NOT NULL,
     player_id uuid NOT NULL,
     answer text NOT NULL CHECK (answer IN ('yes', 'maybe', 'no')),
     PRIMARY KEY (session_id, player_id),
     FOREIGN KEY (campaign_id, player_id) REFERENCES campaign_player ON DELETE CASCADE
   )`,
  'CREATE INDEX session_answer_of_player ON session_answer (campaign_id, player_id)',
  `CREATE TABLE checklist_item (
     id uuid PRIMARY KEY,
     session_id uuid NOT NULL REFERENCES game_session ON DELETE CASCADE,
     position bigint GENERATED ALWAYS AS IDENTITY,
     text text NOT NULL,
     is_done boolean NOT NULL DEFAULT false
   )`,
  'CREATE INDEX checklist_item_of_session ON checklist_item (session_id, position)',
  // Written as a whole, so that its version covers the order too.
  `CREATE TABLE board (
     session_id uuid PRIMARY KEY REFERENCES game_session ON DELETE CASCADE,
     items jsonb NOT NULL,
     version int NOT NULL
   )`,
];

const INVITES = [
  // Invites are looked up by hash; the encrypted token lets GMs see the link again.
  `CREATE TABLE invite (
     id uuid PRIMARY KEY,
     campaign_id uuid NOT NULL REFERENCES campaign ON DELETE CASCADE,
     role text NOT NULL CHECK (role IN ('player', 'co_gm')),
     token_hash bytea NOT NULL UNIQUE,
     sealed_token text NOT NULL,
     email text,
     uses int NOT NULL,
     uses_left int NOT NULL CHECK (uses_left BETWEEN 0 AND uses),
     created_by uuid NOT NULL,
     created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     expires_at timestamptz NOT NULL,
     revoked_at timestamptz
   )`,
  'CREATE INDEX invite_of_campaign ON invite (campaign_id)',
  'CREATE INDEX invite_of_creator ON invite (created_by)',
  'CREATE INDEX invite_of_email ON invite (email) WHERE email IS NOT NULL',
  'CREATE INDEX invite_by_expiry ON invite (expires_at)',
  // Invites from before a removal do not admit the removed player. A player who left may be removed afterwards.
  `CREATE TABLE removed_player (
     campaign_id uuid NOT NULL REFERENCES campaign ON DELETE CASCADE,
     player_id uuid NOT NULL,
     has_left boolean NOT NULL DEFAULT false,
     removed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     PRIMARY KEY (campaign_id, player_id)
   )`,
  'CREATE INDEX removed_player_of_person ON removed_player (player_id)',
  // Mail counts for rate limiting. Addresses are keyed hashes.
  `CREATE TABLE invite_mail (
     id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     address_hash bytea NOT NULL,
     sender uuid,
     sent_at timestamptz NOT NULL DEFAULT clock_timestamp()
   )`,
  'CREATE INDEX invite_mail_to ON invite_mail (address_hash, sent_at)',
  'CREATE INDEX invite_mail_by ON invite_mail (sender, sent_at)',
];

/** Number of addresses that a user looked up in the hour that began at `since`. */
const EMAIL_LOOKUPS = `
  CREATE TABLE email_lookup (
    person_id uuid PRIMARY KEY,
    addresses int NOT NULL,
    since timestamptz NOT NULL DEFAULT now()
  )`;
