import type { Part } from './part';

const mark = (passages: string) =>
  `UPDATE recap_source SET is_due = true WHERE NOT is_due AND source_passage_id IN (${passages});`;

/** Recaps and the sources of their sentences. Needs the tables of documents and passages. */
export const recaps: Part = {
  tables: ['recap', 'recap_source'],
  create: `
    -- Notes that are recaps: they are no source of other recaps.
    CREATE TABLE recap (
      document_id uuid PRIMARY KEY,
      campaign_id uuid NOT NULL,
      -- Start of the session: the start of the time span of the draft.
      starts_at timestamptz NOT NULL
    );
    CREATE INDEX recap_of_campaign ON recap (campaign_id);

    CREATE TABLE recap_source (
      -- The sentence, which may be deleted and restored.
      passage_id uuid NOT NULL,
      source_passage_id uuid NOT NULL,
      document_id uuid NOT NULL,
      source_document_id uuid NOT NULL,
      campaign_id uuid NOT NULL,
      -- Words of the source, with single spaces: the sentence is hidden too when an edit takes them out of the source.
      quote text NOT NULL,
      -- Whether the whole party saw the words in the source after the last transaction that changed it.
      is_shown boolean NOT NULL,
      -- Whether the current transaction changed the source: recaps/recap-sentences.ts resets it before the commit.
      is_due boolean NOT NULL DEFAULT false,
      PRIMARY KEY (passage_id, source_passage_id)
    );
    CREATE INDEX recap_source_of_document ON recap_source (document_id);
    CREATE INDEX recap_source_of_campaign ON recap_source (campaign_id);
    CREATE INDEX recap_source_passage ON recap_source (source_passage_id);
    CREATE INDEX recap_source_document ON recap_source (source_document_id);
    CREATE INDEX recap_source_due ON recap_source (document_id) WHERE is_due;

    CREATE FUNCTION mark_recaps_of_passages() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        CASE TG_OP
          WHEN 'INSERT' THEN ${mark('SELECT id FROM came')}
          WHEN 'DELETE' THEN ${mark('SELECT id FROM went')}
          -- Planned each time: a plan for one row takes quadratic time for thousands.
          WHEN 'UPDATE' THEN EXECUTE $mark$${mark(`
            SELECT o.id FROM went o JOIN came n USING (id)
             WHERE o.audience_class IS DISTINCT FROM n.audience_class OR o.text IS DISTINCT FROM n.text`)}$mark$;
        END CASE;
        RETURN NULL;
      END $$;
    CREATE TRIGGER recap_source_written AFTER INSERT ON passage
      REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION mark_recaps_of_passages();
    CREATE TRIGGER recap_source_changed AFTER UPDATE ON passage
      REFERENCING OLD TABLE AS went NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION mark_recaps_of_passages();
    CREATE TRIGGER recap_source_removed AFTER DELETE ON passage
      REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION mark_recaps_of_passages();

    CREATE FUNCTION mark_recaps_of_document() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        UPDATE recap_source SET is_due = true
         WHERE NOT is_due AND source_document_id = CASE TG_OP WHEN 'DELETE' THEN OLD.id ELSE NEW.id END;
        RETURN NULL;
      END $$;
    CREATE TRIGGER recap_source_document_changed
      AFTER INSERT OR DELETE OR UPDATE OF is_spoilers, author_audience ON document
      FOR EACH ROW EXECUTE FUNCTION mark_recaps_of_document();`,
};
