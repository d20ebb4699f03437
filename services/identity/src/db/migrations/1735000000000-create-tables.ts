import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ACCOUNT } from '../tables/account';
import { FACTORS } from '../tables/factors';
import { SESSIONS } from '../tables/sessions';
import { SIGN_IN } from '../tables/sign-in';
import { USER_POOL } from '../tables/user-pool';

export class CreateTables1735000000000 implements MigrationInterface {
  readonly name = 'CreateTables1735000000000';

  async up(runner: QueryRunner): Promise<void> {
    const statements = [...USER_POOL, ...SIGN_IN, ...FACTORS, ...SESSIONS, ...ACCOUNT];
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE
        erased_person, erasure_record, export_ticket, earlier_address, email_change_undo, security_event,
        revoked_origin, refresh_token, user_session,
        device, passkey_registration, passkey, recovery_code, software_token, mfa_factor,
        known_source, code_quota, guess_count, verification_code, auth_session, waiting_sign_up,
        group_member, pool_secret, pool_user, signing_key, pool_client, pool`);
  }
}
