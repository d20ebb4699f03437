/** Sessions, refresh tokens and revocations. */
export const SESSIONS = [
  `CREATE TABLE user_session (
     origin_jti uuid PRIMARY KEY,
     pool_id text NOT NULL,
     user_id uuid NOT NULL REFERENCES pool_user ON DELETE CASCADE,
     client_id text NOT NULL,
     client text NOT NULL,
     -- The device that the session began on. No foreign key: forgetting a device must not wait for locks on sessions.
     device_key text,
     auth_time timestamptz NOT NULL,
     -- Time of the latest re-authentication; null while that is auth_time.
     proved_at timestamptz,
     last_used_at timestamptz NOT NULL DEFAULT now(),
     expires_at timestamptz NOT NULL,
     revoked_at timestamptz
   )`,
  'CREATE INDEX user_session_user ON user_session (user_id)',
  `CREATE TABLE refresh_token (
     token_hash bytea PRIMARY KEY,
     origin_jti uuid NOT NULL REFERENCES user_session ON DELETE CASCADE,
     created_at timestamptz NOT NULL DEFAULT now(),
     rotated_at timestamptz,
     -- The next token is derived with this salt, so that repeated exchanges return the same token.
     successor_salt bytea
   )`,
  'CREATE INDEX refresh_token_session ON refresh_token (origin_jti)',
  `CREATE TABLE revoked_origin (
     origin_jti text PRIMARY KEY,
     until timestamptz NOT NULL,
     revoked_at timestamptz NOT NULL DEFAULT clock_timestamp()
   )`,
  'CREATE INDEX revoked_origin_revoked_at ON revoked_origin (revoked_at)',
];
