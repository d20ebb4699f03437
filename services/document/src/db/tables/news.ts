import type { Part } from './part';

/** Read state of members. A reader is a membership, or the owner by their user id. */
export const news: Part = {
  tables: ['news_reader', 'document_read', 'entry_opening', 'news_mail', 'news_kinds'],
  create: `
    -- Until when everything in a campaign counts as read.
    CREATE TABLE news_reader (
      reader uuid NOT NULL,
      campaign_id uuid NOT NULL,
      person uuid NOT NULL,
      read_until timestamptz NOT NULL DEFAULT '-infinity',
      -- The same for news of sessions alone.
      sessions_read_until timestamptz NOT NULL DEFAULT '-infinity',
      PRIMARY KEY (campaign_id, reader)
    );
    CREATE INDEX news_reader_person ON news_reader (person);

    CREATE TABLE document_read (
      reader uuid NOT NULL,
      document_id uuid NOT NULL,
      campaign_id uuid NOT NULL,
      person uuid NOT NULL,
      -- When the reader last opened the document.
      at timestamptz NOT NULL,
      PRIMARY KEY (document_id, reader)
    );
    CREATE INDEX document_read_of_reader ON document_read (campaign_id, reader);
    CREATE INDEX document_read_person ON document_read (person);

    -- The first time that a reader opened a document after a ledger entry that showed it. Outlives an undo.
    CREATE TABLE entry_opening (
      entry_id uuid NOT NULL,
      reader uuid NOT NULL,
      campaign_id uuid NOT NULL,
      person uuid NOT NULL,
      at timestamptz NOT NULL,
      PRIMARY KEY (entry_id, reader)
    );
    CREATE INDEX entry_opening_of_reader ON entry_opening (campaign_id, reader);
    CREATE INDEX entry_opening_person ON entry_opening (person);

    -- Readers who chose mails about news. Kept when turned off, so that links in earlier mails still work later.
    CREATE TABLE news_mail (
      reader uuid NOT NULL,
      campaign_id uuid NOT NULL,
      person uuid NOT NULL,
      frequency text NOT NULL CHECK (frequency IN ('off', 'at_once', 'daily')),
      -- Stops the mails without a session.
      token uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
      -- News up to this time were mailed, or existed when the mails were turned on.
      mailed_until timestamptz NOT NULL DEFAULT now(),
      -- Earliest time of the next mail.
      next_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (campaign_id, reader)
    );
    CREATE INDEX news_mail_person ON news_mail (person);
    CREATE INDEX news_mail_due ON news_mail (next_at) WHERE frequency <> 'off';

    -- Kinds of news that a reader turned off.
    CREATE TABLE news_kinds (
      reader uuid NOT NULL,
      campaign_id uuid NOT NULL,
      person uuid NOT NULL,
      turned_off text[] NOT NULL,
      PRIMARY KEY (campaign_id, reader)
    );
    CREATE INDEX news_kinds_person ON news_kinds (person);`,
};
