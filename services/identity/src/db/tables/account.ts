/** Security events, address changes, export links and erasure records. */
export const ACCOUNT = [
  `CREATE TABLE security_event (
     seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     id uuid NOT NULL DEFAULT gen_random_uuid(),
     user_id uuid NOT NULL REFERENCES pool_user ON DELETE CASCADE,
     kind text NOT NULL,
     client text NOT NULL,
     detail text NOT NULL,
     happened_at timestamptz NOT NULL DEFAULT now()
   )`,
  'CREATE INDEX security_event_user ON security_event (user_id, seq)',
  'CREATE INDEX security_event_happened_at ON security_event (happened_at)',
  `CREATE TABLE email_change_undo (
     token_hash bytea PRIMARY KEY,
     user_id uuid NOT NULL REFERENCES pool_user ON DELETE CASCADE,
     email text NOT NULL,
     changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     expires_at timestamptz NOT NULL
   )`,
  'CREATE INDEX email_change_undo_user ON email_change_undo (user_id)',
  // Verified former addresses: erasing the account also erases data that other services store by address.
  `CREATE TABLE earlier_address (
     user_id uuid NOT NULL REFERENCES pool_user ON DELETE CASCADE,
     email text NOT NULL,
     left_at timestamptz NOT NULL DEFAULT clock_timestamp(),
     PRIMARY KEY (user_id, email)
   )`,
  // Each link is valid for one download while the requesting session is active.
  `CREATE TABLE export_ticket (
     token_hash bytea PRIMARY KEY,
     user_id uuid NOT NULL UNIQUE REFERENCES pool_user ON DELETE CASCADE,
     session text,
     expires_at timestamptz NOT NULL
   )`,
  // Proof of an erasure, without personal data.
  `CREATE TABLE erasure_record (
     reference uuid PRIMARY KEY,
     erased_at timestamptz NOT NULL DEFAULT now()
   )`,
  // Erased users of a managed pool whose tokens may still be valid.
  `CREATE TABLE erased_person (
     id uuid PRIMARY KEY,
     erased_at timestamptz NOT NULL DEFAULT now(),
     until timestamptz NOT NULL
   )`,
];
