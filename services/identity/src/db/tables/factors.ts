/** Second factors, passkeys and devices. */
export const FACTORS = [
  `CREATE TABLE mfa_factor (
     user_id uuid NOT NULL REFERENCES pool_user ON DELETE CASCADE,
     kind text NOT NULL CHECK (kind IN ('SOFTWARE_TOKEN_MFA', 'EMAIL_OTP', 'SMS_MFA')),
     preferred boolean NOT NULL DEFAULT false,
     enabled_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (user_id, kind)
   )`,
  'CREATE UNIQUE INDEX mfa_factor_preferred ON mfa_factor (user_id) WHERE preferred',
  // At most one verified token and one unverified token per user.
  `CREATE TABLE software_token (
     user_id uuid NOT NULL REFERENCES pool_user ON DELETE CASCADE,
     verified boolean NOT NULL,
     sealed_secret text NOT NULL,
     last_step bigint NOT NULL DEFAULT 0,
     friendly_name text NOT NULL DEFAULT '',
     created_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (user_id, verified)
   )`,
  `CREATE TABLE recovery_code (
     user_id uuid NOT NULL REFERENCES pool_user ON DELETE CASCADE,
     mac bytea NOT NULL,
     PRIMARY KEY (user_id, mac)
   )`,
  `CREATE TABLE passkey (
     credential_id text PRIMARY KEY,
     user_id uuid NOT NULL REFERENCES pool_user ON DELETE CASCADE,
     public_key bytea NOT NULL,
     counter bigint NOT NULL,
     transports text[] NOT NULL,
     name text NOT NULL,
     rp_id text NOT NULL,
     attachment text,
     created_at timestamptz NOT NULL DEFAULT now(),
     last_used_at timestamptz
   )`,
  'CREATE INDEX passkey_user ON passkey (user_id, created_at)',
  `CREATE TABLE passkey_registration (
     user_id uuid PRIMARY KEY REFERENCES pool_user ON DELETE CASCADE,
     challenge_hash bytea NOT NULL,
     expires_at timestamptz NOT NULL
   )`,
  `CREATE TABLE device (
     device_key text PRIMARY KEY,
     user_id uuid NOT NULL REFERENCES pool_user ON DELETE CASCADE,
     group_key text NOT NULL,
     name text NOT NULL DEFAULT '',
     remembered boolean NOT NULL DEFAULT false,
     sealed_verifier text,
     created_at timestamptz NOT NULL DEFAULT now(),
     modified_at timestamptz NOT NULL DEFAULT now(),
     authenticated_at timestamptz NOT NULL DEFAULT now()
   )`,
  'CREATE INDEX device_user ON device (user_id, created_at)',
];
