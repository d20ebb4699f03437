/** Pending sign-ups, sign-ins in progress, codes and rate limits. */
export const SIGN_IN = [
  // Several pending sign-ups may wait for the confirmation code of one address.
  `CREATE TABLE waiting_sign_up (
     id uuid PRIMARY KEY,
     user_id uuid NOT NULL REFERENCES pool_user ON DELETE CASCADE,
     session_hashes bytea[] NOT NULL,
     sealed text NOT NULL,
     -- Invite that the sign-up started from, encrypted with the mail keys.
     sealed_invite text,
     given_name text NOT NULL,
     family_name text NOT NULL,
     phone_number text NOT NULL,
     created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     expires_at timestamptz NOT NULL
   )`,
  'CREATE INDEX waiting_sign_up_user ON waiting_sign_up (user_id, created_at)',
  // The next four tables also contain rows of decoy users, so user_id has no foreign key.
  `CREATE TABLE auth_session (
     secret_hash bytea PRIMARY KEY,
     pool_id text NOT NULL,
     client_id text NOT NULL,
     user_id uuid NOT NULL,
     challenge text NOT NULL,
     sealed_state text NOT NULL,
     -- A session survives wrong answers, but only a limited number of them.
     tries integer NOT NULL DEFAULT 0,
     expires_at timestamptz NOT NULL
   )`,
  'CREATE INDEX auth_session_user ON auth_session (user_id)',
  `CREATE TABLE verification_code (
     pool_id text NOT NULL,
     user_id uuid NOT NULL,
     purpose text NOT NULL,
     mac bytea NOT NULL,
     key_version text NOT NULL,
     target text,
     tries integer NOT NULL DEFAULT 0,
     -- One source for each wrong try.
     tried_from text[] NOT NULL DEFAULT '{}',
     expires_at timestamptz NOT NULL,
     PRIMARY KEY (pool_id, user_id, purpose)
   )`,
  // An empty source is the total of all sources.
  `CREATE TABLE guess_count (
     pool_id text NOT NULL,
     user_id uuid NOT NULL,
     kind text NOT NULL,
     source text NOT NULL,
     failures integer NOT NULL,
     last_at timestamptz NOT NULL,
     locked_until timestamptz,
     PRIMARY KEY (pool_id, user_id, kind, source)
   )`,
  `CREATE TABLE code_quota (
     pool_id text NOT NULL,
     user_id uuid NOT NULL,
     kind text NOT NULL,
     source text NOT NULL,
     used integer NOT NULL,
     window_started timestamptz NOT NULL,
     PRIMARY KEY (pool_id, user_id, kind, source)
   )`,
  `CREATE TABLE known_source (
     user_id uuid NOT NULL REFERENCES pool_user ON DELETE CASCADE,
     source text NOT NULL,
     last_used_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (user_id, source)
   )`,
];
