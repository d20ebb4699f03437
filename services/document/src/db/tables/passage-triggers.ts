import { GM_CLASS, PARTY_CLASS } from '@tomekeeper/visibility';
import type { Part } from './part';

/** Whether players see a passage of a class: one without a class inherits the audience of its document. */
const isSeen = (row: 'OLD' | 'NEW') => `(CASE
  WHEN ${row}.audience_class IS NULL
    THEN EXISTS (SELECT 1 FROM document d WHERE d.id = ${row}.document_id AND NOT d.is_spoilers)
  ELSE ${row}.audience_class <> '${GM_CLASS}' END)`;

/** The feed contains only the last state of a document: a Hide and a Reveal between two reads must not mask a passage change between them. */
const WAS_HIDDEN_SINCE_BIRTH = `(OLD.audience_class IS NULL AND EXISTS (
  SELECT 1 FROM ledger_entry e
   WHERE e.document_id = OLD.document_id AND e.audience = 'gm' AND e.audience_class IS NULL
     AND e.act NOT IN ('upload', 'replace', 'write') AND e.at >= OLD.born_at))`;

/** Whether all readers of the document see a passage of a class. */
const isOpen = (audienceClass: string) =>
  `(${audienceClass} IS NULL OR ${audienceClass} = '${PARTY_CLASS}')`;
/** Whether an edit removes words, an image or a link target of a passage: the file of a note still contains them. */
const LOSES_CONTENT = `(strpos(n.text, o.text) = 0
  OR o.content ->> 'image' IS DISTINCT FROM n.content ->> 'image'
  OR EXISTS (SELECT 1 FROM jsonb_path_query(o.content, 'strict $.**.href') h
              WHERE h NOT IN (SELECT jsonb_path_query(n.content, 'strict $.**.href'))))`;
/** The release of the original file ends where text that all readers saw is hidden or removed: the file contains it. */
const endRelease = (documents: string) =>
  `UPDATE document_version SET released_at = NULL WHERE released_at IS NOT NULL AND document_id IN (${documents});`;
const HIDDEN_OR_REMOVED = `
  SELECT o.document_id FROM went o JOIN came n USING (id)
   WHERE ${isOpen('o.audience_class')} AND (NOT ${isOpen('n.audience_class')} OR ${LOSES_CONTENT})`;

/** Whether some reader of the document does not see a passage. */
const isHidden = `NOT ${isOpen('o.audience_class')} OR (o.audience_class IS NULL
  AND EXISTS (SELECT 1 FROM document d WHERE d.id = o.document_id AND d.is_spoilers))`;
/** Text that was removed from a note while it was hidden is still in the original: `originals.service.ts` never releases it. */
const markRemovedSecret = (removed: string) =>
  `UPDATE document_version v SET has_removed_secret = true
    WHERE is_original AND NOT has_removed_secret AND EXISTS (
      SELECT 1 FROM ${removed} AND o.document_id = v.document_id AND o.born_at <= v.replaced_at AND (${isHidden}));`;

/** Changes of the counts by a statement: per document, block and class. */
const changed = (rows: string) =>
  `SELECT document_id, passage_block(position) AS begins, audience_class, sum(n)::int AS n FROM (${rows}) r
    GROUP BY 1, 2, 3 HAVING sum(n) <> 0 ORDER BY 1, 2, 3`;
const CAME = 'SELECT document_id, position, audience_class, 1 AS n FROM came';
const WENT = 'SELECT document_id, position, audience_class, -1 AS n FROM went';
const add = (rows: string) => `
  INSERT INTO passage_count AS c (document_id, begins, audience_class, n) ${changed(rows)}
  ON CONFLICT (document_id, begins, audience_class) DO UPDATE SET n = c.n + excluded.n;`;
const CLEAR = `
  IF FOUND THEN
    DELETE FROM passage_count WHERE n = 0 AND document_id IN (SELECT DISTINCT document_id FROM went);
  END IF;`;

const countedAt = (event: string, rows: string) => `
    CREATE TRIGGER passage_counted_at_${event.toLowerCase()} AFTER ${event} ON passage
      REFERENCING ${rows} FOR EACH STATEMENT EXECUTE FUNCTION count_passages();`;

/** Columns and tables that triggers keep, so that no code that writes passages can forget them. */
export const passageTriggers: Part = {
  tables: [],
  create: `
    -- Positions of a file increase by 1 and those of a note by 65,536, so that notes have wider blocks: both hold 512 positions.
    CREATE FUNCTION passage_block(place int) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN CASE WHEN place >= 1048576 THEN greatest(1048576, place & -33554432) ELSE place & -512 END;
    CREATE FUNCTION count_passages() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        CASE TG_OP
          WHEN 'INSERT' THEN ${add(CAME)}
          WHEN 'UPDATE' THEN ${add(`${CAME} UNION ALL ${WENT}`)} ${CLEAR}
          WHEN 'DELETE' THEN ${add(WENT)} ${CLEAR}
        END CASE;
        RETURN NULL;
      END $$;
    ${countedAt('INSERT', 'NEW TABLE AS came')}
    ${countedAt('UPDATE', 'OLD TABLE AS went NEW TABLE AS came')}
    ${countedAt('DELETE', 'OLD TABLE AS went')}

    CREATE FUNCTION note_seen_passage() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF TG_OP = 'UPDATE' THEN
          NEW.was_seen := OLD.was_seen OR ${isSeen('OLD')} OR ${isSeen('NEW')} OR ${WAS_HIDDEN_SINCE_BIRTH};
        ELSE
          NEW.was_seen := NEW.was_seen OR ${isSeen('NEW')};
        END IF;
        RETURN NEW;
      END $$;
    CREATE TRIGGER passage_seen BEFORE INSERT OR UPDATE ON passage
      FOR EACH ROW EXECUTE FUNCTION note_seen_passage();

    CREATE FUNCTION end_release_of_text() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF TG_OP = 'UPDATE' THEN
          -- Planned each time: a plan for one row takes quadratic time for thousands.
          EXECUTE $text$${endRelease(HIDDEN_OR_REMOVED)}$text$;
          EXECUTE $text$${markRemovedSecret(`went o JOIN came n USING (id) WHERE ${LOSES_CONTENT}`)}$text$;
        ELSE
          ${endRelease(`SELECT document_id FROM went WHERE ${isOpen('audience_class')}`)}
          ${markRemovedSecret('went o WHERE true')}
        END IF;
        RETURN NULL;
      END $$;
    CREATE TRIGGER passage_hidden_or_edited AFTER UPDATE ON passage REFERENCING OLD TABLE AS went NEW TABLE AS came
      FOR EACH STATEMENT EXECUTE FUNCTION end_release_of_text();
    CREATE TRIGGER passage_removed AFTER DELETE ON passage REFERENCING OLD TABLE AS went
      FOR EACH STATEMENT EXECUTE FUNCTION end_release_of_text();

    CREATE FUNCTION end_release_of_document() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        IF TG_OP = 'DELETE' THEN ${endRelease('OLD.id')}
        ELSIF NEW.is_spoilers THEN ${endRelease('OLD.id')}
        END IF;
        RETURN NULL;
      END $$;
    CREATE TRIGGER document_hidden_or_deleted AFTER UPDATE OF is_spoilers OR DELETE ON document
      FOR EACH ROW EXECUTE FUNCTION end_release_of_document();

    CREATE FUNCTION note_used_passage_ids() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
      BEGIN
        INSERT INTO used_passage_id (id, owner) SELECT id, document_id FROM came ON CONFLICT (id) DO NOTHING;
        RETURN NULL;
      END $$;
    CREATE TRIGGER passage_id_used AFTER INSERT ON passage
      REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION note_used_passage_ids();`,
};
