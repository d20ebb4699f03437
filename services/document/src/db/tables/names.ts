import type { Part } from './part';

/** Lookup of documents by name. Titles that differ in case or Unicode form only, or in a file extension, have one key. */
export const names: Part = {
  tables: ['former_title'],
  create: `
    CREATE FUNCTION title_key(title text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN lower(normalize(btrim(title), NFC));
    -- Without a file extension: letters and digits after the last dot, with a letter among them.
    CREATE FUNCTION title_stem(title text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN btrim(regexp_replace(title_key(title), '(?<=.)\\.(?=[0-9]*[a-z])[a-z0-9]{1,8}$', ''));

    CREATE INDEX document_by_name ON document (campaign_id, title_stem(original_filename));
    CREATE INDEX handout_by_name ON handout (campaign_id, title_stem(public_title));
    CREATE INDEX reader_title_by_name ON reader_title (campaign_id, title_stem(title));

    -- Titles that documents had: links by name still lead to a document after it was renamed.
    CREATE TABLE former_title (
      document_id uuid NOT NULL,
      campaign_id uuid NOT NULL,
      title text NOT NULL,
      -- Whether the document was Public with this title; players never hear of the others.
      was_public boolean NOT NULL,
      until timestamptz NOT NULL DEFAULT clock_timestamp(),
      PRIMARY KEY (document_id, was_public, title)
    );
    CREATE INDEX former_title_by_name ON former_title (campaign_id, title_stem(title));

    CREATE FUNCTION keep_former_title() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        INSERT INTO former_title (document_id, campaign_id, title, was_public)
        VALUES (OLD.id, OLD.campaign_id, OLD.original_filename, NOT OLD.is_spoilers)
        ON CONFLICT (document_id, was_public, title) DO UPDATE SET until = excluded.until;
        DELETE FROM former_title WHERE document_id = OLD.id AND was_public = NOT OLD.is_spoilers AND title IN (
          SELECT title FROM former_title WHERE document_id = OLD.id AND was_public = NOT OLD.is_spoilers
           ORDER BY until DESC OFFSET 20);
        RETURN NULL;
      END $$;
    CREATE TRIGGER document_renamed AFTER UPDATE OF original_filename ON document FOR EACH ROW
      WHEN (OLD.original_filename IS DISTINCT FROM NEW.original_filename) EXECUTE FUNCTION keep_former_title();`,
};
