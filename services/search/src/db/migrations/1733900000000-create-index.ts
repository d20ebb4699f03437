import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Twice: what players may find, and what GMs alone may. A player's question reads no page of the second. */
const KINDS = ['player', 'gm'] as const;

/**
 * The copy of documents' text in which words are found. All of it can be made again from the document service.
 */
export class CreateIndex1733900000000 implements MigrationInterface {
  readonly name = 'CreateIndex1733900000000';

  async up(runner: QueryRunner): Promise<void> {
    // How a word sounds, roughly and in any language: its consonants, with those alike made one.
    await runner.query(`
      CREATE FUNCTION sound_of(word text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN
        regexp_replace(
          regexp_replace(
            translate(
              replace(replace(replace(replace(replace(replace(word, 'sch', 's'), 'ph', 'f'), 'th', 't'), 'ck', 'k'), 'x', 'ks'), 'qu', 'k'),
              'cqzvwyjgdbp', 'kksffiiktpp'),
            '(?<=.)[aeiouh]', '', 'g'),
          '(.)\\1+', '\\1', 'g')`);
    await runner.query(`
      CREATE TABLE followed_campaign (
        campaign_id uuid PRIMARY KEY,
        place text NOT NULL DEFAULT '0',
        reached bigint NOT NULL DEFAULT 0,
        is_built boolean NOT NULL DEFAULT false,
        followed_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(
      'CREATE INDEX followed_campaign_unbuilt ON followed_campaign (followed_at) WHERE NOT is_built',
    );
    await runner.query(`
      CREATE TABLE document (
        document_id uuid PRIMARY KEY,
        campaign_id uuid NOT NULL,
        is_here boolean NOT NULL,
        kind text,
        name text,
        public_title text,
        titles jsonb NOT NULL DEFAULT '{}',
        seen_since jsonb NOT NULL DEFAULT '{}',
        tags text[] NOT NULL DEFAULT '{}',
        audience text,
        text_audience text,
        created_at timestamptz,
        shown_since timestamptz
      )`);
    await runner.query('CREATE INDEX document_of_campaign ON document (campaign_id)');
    for (const kind of KINDS) {
      await runner.query(`
        CREATE TABLE ${kind}_title (
          document_id uuid NOT NULL,
          class uuid NOT NULL,
          campaign_id uuid NOT NULL,
          title text NOT NULL,
          visible_since timestamptz,
          not_for uuid[] NOT NULL DEFAULT '{}',
          language text NOT NULL,
          stems tsvector NOT NULL,
          plain tsvector NOT NULL,
          PRIMARY KEY (document_id, class)
        )`);
      await runner.query(`CREATE INDEX ${kind}_title_of_campaign ON ${kind}_title (campaign_id)`);
      await runner.query(`
        CREATE TABLE ${kind}_passage (
          passage_id uuid PRIMARY KEY,
          document_id uuid NOT NULL,
          campaign_id uuid NOT NULL,
          class uuid NOT NULL,
          own_audience text,
          position bigint NOT NULL,
          kind text NOT NULL,
          level smallint,
          page integer,
          text text NOT NULL,
          language text NOT NULL,
          stems tsvector NOT NULL,
          plain tsvector NOT NULL,
          length integer NOT NULL
        )`);
      await runner.query(
        `CREATE INDEX ${kind}_passage_place ON ${kind}_passage (document_id, position)`,
      );
      await runner.query(`
        CREATE INDEX ${kind}_passage_heading ON ${kind}_passage (document_id, level, position)
         WHERE kind = 'heading'`);
      await runner.query(
        `CREATE INDEX ${kind}_passage_of_campaign ON ${kind}_passage (campaign_id, kind)`,
      );
      // The campaign stands among the words: that a word is common elsewhere costs nothing.
      await runner.query(`
        CREATE INDEX ${kind}_passage_words ON ${kind}_passage
         USING gin ((stems || array_to_tsvector(ARRAY[campaign_id::text]))) WITH (gin_pending_list_limit = 512)`);
      // How many passages of a class hold a word: what is rare among what somebody sees is known by these sums alone.
      await runner.query(`
        CREATE TABLE ${kind}_word (
          campaign_id uuid NOT NULL,
          word text COLLATE "C" NOT NULL,
          class uuid NOT NULL,
          passages integer NOT NULL,
          PRIMARY KEY (campaign_id, word, class)
        ) WITH (fillfactor = 80)`);
      // Words as they are written, titles' too, by which misspelt ones are known.
      await runner.query(`
        CREATE TABLE ${kind}_spelling (
          campaign_id uuid NOT NULL,
          word text COLLATE "C" NOT NULL,
          class uuid NOT NULL,
          passages integer NOT NULL,
          sound text GENERATED ALWAYS AS (sound_of(word)) STORED,
          PRIMARY KEY (campaign_id, word, class)
        ) WITH (fillfactor = 80)`);
      await runner.query(
        `CREATE INDEX ${kind}_spelling_sound ON ${kind}_spelling (campaign_id, sound)`,
      );
      await runner.query(
        `CREATE INDEX ${kind}_spelling_letters ON ${kind}_spelling USING gin (word gin_trgm_ops)`,
      );
      await runner.query(`
        CREATE TABLE ${kind}_total (
          campaign_id uuid NOT NULL,
          class uuid NOT NULL,
          language text NOT NULL,
          passages integer NOT NULL,
          length bigint NOT NULL,
          PRIMARY KEY (campaign_id, class, language)
        )`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const kind of KINDS)
      for (const table of ['total', 'spelling', 'word', 'passage', 'title'])
        await runner.query(`DROP TABLE ${kind}_${table}`);
    for (const table of ['document', 'followed_campaign'])
      await runner.query(`DROP TABLE ${table}`);
    await runner.query('DROP FUNCTION sound_of');
  }
}
