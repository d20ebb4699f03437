/** The pool, its clients and keys, its users and groups. */
export const USER_POOL = [
  `CREATE TABLE pool (
     pool_id text PRIMARY KEY,
     sealed_secret text NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now()
   )`,
  `CREATE TABLE pool_client (
     pool_id text NOT NULL REFERENCES pool,
     client_id text NOT NULL,
     flows text[] NOT NULL,
     rotates_refresh_tokens boolean NOT NULL DEFAULT true,
     -- Cognito's PreventUserExistenceErrors=LEGACY: the client learns that an account does not exist.
     tells_unknown_users boolean NOT NULL DEFAULT false,
     verifies_by text NOT NULL DEFAULT 'code' CHECK (verifies_by IN ('code', 'link')),
     sealed_secret text,
     created_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (pool_id, client_id)
   )`,
  `CREATE TABLE signing_key (
     kid text PRIMARY KEY,
     pool_id text NOT NULL REFERENCES pool,
     use text NOT NULL CHECK (use IN ('id', 'access')),
     public_jwk jsonb NOT NULL,
     sealed_private text NOT NULL,
     created_at timestamptz NOT NULL DEFAULT now(),
     -- A key signs only after every cache of the published keys has expired once.
     signs_from timestamptz NOT NULL,
     retire_after timestamptz
   )`,
  `CREATE TABLE pool_user (
     id uuid PRIMARY KEY,
     pool_id text NOT NULL REFERENCES pool,
     email text NOT NULL,
     email_verified boolean NOT NULL DEFAULT false,
     phone_number text NOT NULL DEFAULT '',
     phone_number_verified boolean NOT NULL DEFAULT false,
     given_name text NOT NULL DEFAULT '',
     family_name text NOT NULL DEFAULT '',
     status text NOT NULL
       CHECK (status IN ('UNCONFIRMED', 'CONFIRMED', 'RESET_REQUIRED', 'FORCE_CHANGE_PASSWORD')),
     enabled boolean NOT NULL DEFAULT true,
     temporary_password_until timestamptz,
     -- Increases whenever all sessions end, so that a sign-in that was checked before then starts no session.
     credential_epoch integer NOT NULL DEFAULT 0,
     created_at timestamptz NOT NULL DEFAULT now(),
     updated_at timestamptz NOT NULL DEFAULT now(),
     UNIQUE (pool_id, email)
   )`,
  `CREATE TABLE pool_secret (
     user_id uuid NOT NULL REFERENCES pool_user ON DELETE CASCADE,
     kind text NOT NULL,
     sealed text NOT NULL,
     updated_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (user_id, kind)
   )`,
  // Groups grant no permissions here: the services that read the tokens do.
  `CREATE TABLE group_member (
     user_id uuid NOT NULL REFERENCES pool_user ON DELETE CASCADE,
     group_name text NOT NULL,
     added_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (user_id, group_name)
   )`,
  'CREATE INDEX group_member_group_name ON group_member (group_name)',
];
