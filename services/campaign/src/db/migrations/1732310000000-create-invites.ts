import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Invites to campaigns, found by the hash of their token; the token itself is sealed, for GMs to see again. Beside
 * them: who was removed from a campaign and when, for earlier invites are no good to them, and which mails were sent,
 * to count them; addresses stand there as keyed hashes.
 */
export class CreateInvites1732310000000 implements MigrationInterface {
  readonly name = 'CreateInvites1732310000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE invite (
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
      )`);
    await runner.query('CREATE INDEX invite_of_campaign ON invite (campaign_id)');
    await runner.query('CREATE INDEX invite_of_creator ON invite (created_by)');
    await runner.query('CREATE INDEX invite_of_email ON invite (email) WHERE email IS NOT NULL');
    await runner.query('CREATE INDEX invite_by_expiry ON invite (expires_at)');
    await runner.query(`
      CREATE TABLE removed_player (
        campaign_id uuid NOT NULL REFERENCES campaign ON DELETE CASCADE,
        player_id uuid NOT NULL,
        removed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (campaign_id, player_id)
      )`);
    await runner.query('CREATE INDEX removed_player_of_person ON removed_player (player_id)');
    await runner.query(`
      CREATE TABLE invite_mail (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        address_hash bytea NOT NULL,
        sender uuid,
        sent_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    await runner.query('CREATE INDEX invite_mail_to ON invite_mail (address_hash, sent_at)');
    await runner.query('CREATE INDEX invite_mail_by ON invite_mail (sender, sent_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE invite_mail');
    await runner.query('DROP TABLE removed_player');
    await runner.query('DROP TABLE invite');
  }
}
