import type { Part } from './part';

/**
 * Documents, the trash, earlier versions of files and deleted campaigns. Trashed documents and versions are in separate tables, so that
 * no query for documents can return one. Other tables have no foreign key to `document`, because its rows move to the trash and back.
 */
export const documents: Part = {
  tables: ['document', 'trashed_document', 'document_version', 'shared_tag', 'deleted_campaign'],
  create: `
    -- Without case and diacritics.
    CREATE FUNCTION folded_title(title text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN regexp_replace(lower(normalize(title, NFKD)), '[\u0300-\u036f]', '', 'g');
    -- Sort key: numbers get ten digits, so that 'Session 9' precedes 'Session 10'.
    CREATE FUNCTION title_order(title text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN left(regexp_replace(regexp_replace(folded_title(title), '([0-9]+)', '0000000000\\1', 'g'),
                                 '[0-9]*([0-9]{10})(?![0-9])', '\\1', 'g'), 100);
    -- Position in DOCUMENT_KINDS, by a specific content type, else by the file extension.
    CREATE FUNCTION kind_order(s3_key text, content_type text, name text) RETURNS smallint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN CASE
        WHEN s3_key LIKE 'notes/%' THEN 0
        WHEN content_type = 'application/pdf' THEN 1
        WHEN content_type ~ '^text/(?!csv)|wordprocessing|msword|opendocument.text|rtf' THEN 2
        WHEN content_type ~ '^image/' THEN 3
        WHEN content_type ~ '^audio/' THEN 4
        WHEN content_type ~ '^video/' THEN 5
        WHEN content_type ~ '^text/csv|spreadsheet|ms-excel' THEN 6
        WHEN content_type ~ 'zip|x-tar|gzip|x-7z|x-rar' THEN 7
        WHEN name ~* '[.](pdf|epub)$' THEN 1
        WHEN name ~* '[.](md|markdown|txt|doc|docx|odt|rtf|html|htm|tex)$' THEN 2
        WHEN name ~* '[.](png|jpg|jpeg|gif|webp|avif|svg|bmp|heic|tif|tiff)$' THEN 3
        WHEN name ~* '[.](mp3|ogg|oga|opus|wav|flac|m4a|aac)$' THEN 4
        WHEN name ~* '[.](mp4|webm|mov|mkv|avi|m4v)$' THEN 5
        WHEN name ~* '[.](csv|xls|xlsx|ods|tsv)$' THEN 6
        WHEN name ~* '[.](zip|gz|tar|7z|rar)$' THEN 7
        ELSE 8 END;
    -- Number of the session in a title; 10000 without one.
    CREATE FUNCTION session_order(title text) RETURNS int LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN coalesce(substring(normalize(title, NFKC) FROM
        '(?i)(?<![[:alpha:]])(?:session|episode)[[:space:]_.#:-]*(?:(?:no|nr|number)[[:space:]_.]*)?([0-9]{1,4})(?![0-9])')::int, 10000);
    -- Position in DOCUMENT_CATEGORIES.
    CREATE FUNCTION category_order(category text) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN coalesce(array_position('{person,place,faction,item,event}'::text[], category), 6);

    CREATE TABLE document (
      id uuid PRIMARY KEY,
      -- For a player's note the membership of its author, so that no query about a campaign finds it; see notebook.
      campaign_id uuid NOT NULL,
      -- Who reads a player's note apart from its author: private, gms or party; null for all other documents. Private notes are spoilers.
      author_audience text,
      -- The source, if this row is a handout: to players a separate document. Null for all other documents.
      source_id uuid,
      -- Null once the account of the uploader is erased.
      uploader uuid,
      original_filename text NOT NULL,
      s3_key text NOT NULL UNIQUE,
      content_type text NOT NULL,
      size bigint NOT NULL,
      -- Computed by the browser, if it can; used only to point out duplicates.
      content_fingerprint text,
      is_spoilers boolean NOT NULL,
      -- Start of the current period in which the document is Public; null for spoilers.
      shown_since timestamptz,
      -- The value of shown_since for which players have the text: its pictures were rewritten for that period.
      text_shown_since timestamptz,
      -- The title under which players saw a spoiler that was Public before.
      shown_title text,
      -- Players get neither the file nor its text while its extraction may still find secret markup.
      file_on_hold boolean NOT NULL DEFAULT false,
      tags text[] NOT NULL DEFAULT '{}',
      pinned boolean NOT NULL DEFAULT false,
      category text,
      -- The category for players who see only a part of a spoiler: its own category may be a spoiler.
      public_category text,
      -- The id of a picture document of the campaign or of an image of the text; never sent to viewers who do not see the picture.
      portrait uuid,
      public_portrait uuid,
      -- Public category and portrait that ended with the last reader, and the ledger entry that ended them; for undo.
      hidden_look jsonb,
      -- Names with the audience gm or readers.
      aliases jsonb NOT NULL DEFAULT '[]',
      -- The objects that the workers for text and pictures have noticed; another s3_key is still to be noticed.
      read_key text,
      pictured_key text,
      created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      updated_at timestamptz,
      -- Sort keys and searched text of lists.
      folded_title text GENERATED ALWAYS AS (folded_title(original_filename)) STORED,
      title_order text GENERATED ALWAYS AS (title_order(original_filename)) STORED,
      kind_order smallint GENERATED ALWAYS AS (kind_order(s3_key, content_type, original_filename)) STORED,
      session_order int GENERATED ALWAYS AS (session_order(original_filename)) STORED
    );
    CREATE INDEX document_of_campaign ON document (campaign_id, created_at DESC, id DESC);
    -- Without spoilers, so that their number does not influence the response times of players.
    CREATE INDEX document_shown ON document (campaign_id, shown_since DESC, id DESC) WHERE NOT is_spoilers;
    -- Pages of lists for GMs, pinned documents first, and by title for players.
    CREATE INDEX document_by_newest ON document (campaign_id, pinned, created_at, id) WHERE source_id IS NULL;
    CREATE INDEX document_by_title ON document (campaign_id, (NOT pinned), title_order, created_at, id) WHERE source_id IS NULL;
    CREATE INDEX document_by_kind ON document (campaign_id, (NOT pinned), kind_order, title_order, created_at, id) WHERE source_id IS NULL;
    CREATE INDEX document_by_session ON document (campaign_id, (NOT pinned), session_order, title_order, created_at, id)
      WHERE source_id IS NULL;
    CREATE INDEX document_shown_by_title ON document (campaign_id, title_order, shown_since, id) WHERE NOT is_spoilers;
    CREATE INDEX document_of_uploader ON document (uploader);
    CREATE INDEX document_with_aliases ON document (campaign_id) WHERE aliases <> '[]';
    CREATE INDEX document_of_source ON document (source_id) WHERE source_id IS NOT NULL;
    CREATE INDEX document_not_noticed_for_reading ON document (id) WHERE read_key IS DISTINCT FROM s3_key;
    CREATE INDEX document_not_pictured ON document (id) WHERE pictured_key IS DISTINCT FROM s3_key;
    CREATE INDEX document_text_not_shown ON document (id)
      WHERE NOT is_spoilers AND text_shown_since IS DISTINCT FROM shown_since;

    CREATE TABLE trashed_document (
      id uuid PRIMARY KEY,
      campaign_id uuid NOT NULL,
      author_audience text,
      source_id uuid,
      uploader uuid,
      original_filename text NOT NULL,
      s3_key text NOT NULL UNIQUE,
      content_type text NOT NULL,
      size bigint NOT NULL,
      content_fingerprint text,
      is_spoilers boolean NOT NULL,
      file_on_hold boolean NOT NULL DEFAULT false,
      tags text[] NOT NULL,
      pinned boolean NOT NULL,
      category text,
      public_category text,
      portrait uuid,
      public_portrait uuid,
      aliases jsonb NOT NULL DEFAULT '[]',
      created_at timestamptz NOT NULL,
      updated_at timestamptz,
      deleted_at timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    CREATE INDEX trashed_document_of_campaign ON trashed_document (campaign_id, deleted_at DESC, id DESC);
    CREATE INDEX trashed_document_of_uploader ON trashed_document (uploader);
    CREATE INDEX trashed_document_of_source ON trashed_document (source_id) WHERE source_id IS NOT NULL;
    CREATE INDEX trashed_document_age ON trashed_document (deleted_at);

    CREATE TABLE document_version (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      document_id uuid NOT NULL,
      campaign_id uuid NOT NULL,
      uploader uuid,
      original_filename text NOT NULL,
      s3_key text NOT NULL UNIQUE,
      content_type text NOT NULL,
      size bigint NOT NULL,
      content_fingerprint text,
      -- The file of a document that became a note: it stays as long as the document.
      is_original boolean NOT NULL DEFAULT false,
      -- Since when readers of the note get its original; triggers end the release (passage-triggers.ts).
      released_at timestamptz,
      -- Whether text of the original was removed from the note while it was hidden; triggers set it.
      has_removed_secret boolean NOT NULL DEFAULT false,
      replaced_at timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    CREATE INDEX document_version_of_document ON document_version (document_id, replaced_at DESC);
    CREATE INDEX document_version_of_campaign ON document_version (campaign_id);
    CREATE INDEX document_version_of_uploader ON document_version (uploader) WHERE uploader IS NOT NULL;
    -- For the triggers of every changed passage.
    CREATE INDEX document_version_original ON document_version (document_id) WHERE is_original;
    CREATE INDEX document_version_released ON document_version (document_id) WHERE released_at IS NOT NULL;
    CREATE INDEX document_version_age ON document_version (replaced_at);

    -- Tags that players see as folders of Public documents.
    CREATE TABLE shared_tag (
      campaign_id uuid NOT NULL,
      tag text NOT NULL
    );
    CREATE UNIQUE INDEX shared_tag_of_campaign ON shared_tag (campaign_id, lower(tag));

    -- Campaigns that were deleted within the last day: requests that checked the membership earlier must not add to them.
    CREATE TABLE deleted_campaign (
      campaign_id uuid PRIMARY KEY,
      deleted_at timestamptz NOT NULL DEFAULT now()
    );`,
};
