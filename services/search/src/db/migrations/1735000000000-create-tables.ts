import type { MigrationInterface, QueryRunner } from 'typeorm';

/** GM-only text has separate tables, so that a query of a player reads no page of them. */
const KINDS = ['player', 'gm'] as const;

/** Phonetic code in any language: consonants, with similar ones mapped to one letter. */
const SOUND_OF = `
  CREATE FUNCTION sound_of(word text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN
    regexp_replace(
      regexp_replace(
        translate(
          replace(replace(replace(replace(replace(replace(word, 'sch', 's'), 'ph', 'f'), 'th', 't'), 'ck', 'k'), 'x', 'ks'), 'qu', 'k'),
          'cqzvwyjgdbp', 'kksffiiktpp'),
        '(?<=.)[aeiouh]', '', 'g'),
      '(.)\\1+', '\\1', 'g');`;

const CAMPAIGNS = `
  CREATE TABLE campaign_index (
    campaign_id uuid PRIMARY KEY,
    -- The position in the change feed.
    feed_position text NOT NULL DEFAULT '0',
    indexed_number bigint NOT NULL DEFAULT 0,
    -- Changes of text that players ever saw are applied up to player_indexed_number, ahead of indexed_number. player_newest_number is the newest number of the
    -- feed at that time, to discard rows that were read earlier.
    player_indexed_number bigint NOT NULL DEFAULT 0,
    player_newest_number bigint NOT NULL DEFAULT 0,
    -- False until the index was complete once: before that, anything may be missing.
    is_complete boolean NOT NULL DEFAULT false,
    lagging_since timestamptz DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    -- The campaign does not let external models read it, as far as is known; it is asked again after this time.
    embedding_paused_until timestamptz
  );
  CREATE INDEX campaign_index_incomplete ON campaign_index (updated_at) WHERE NOT is_complete;
  CREATE INDEX campaign_index_lagging ON campaign_index (lagging_since) WHERE lagging_since IS NOT NULL;

  CREATE TABLE document (
    document_id uuid PRIMARY KEY,
    campaign_id uuid NOT NULL,
    is_here boolean NOT NULL,
    -- Null in the trash, as are the other facts about a document.
    kind text,
    name text,
    -- Whether the document is a handout with its own id, whose text GMs find in its source.
    is_handout boolean NOT NULL DEFAULT false,
    public_title text,
    titles jsonb NOT NULL DEFAULT '{}',
    seen_since jsonb NOT NULL DEFAULT '{}',
    tags text[] NOT NULL DEFAULT '{}',
    audience text,
    text_audience text,
    -- Whether this is a player's note that only its author and GMs read.
    for_gms boolean NOT NULL DEFAULT false,
    created_at timestamptz,
    shown_since timestamptz
  );
  CREATE INDEX document_of_campaign ON document (campaign_id);
  CREATE INDEX document_handout ON document (campaign_id) WHERE is_handout;`;

const text = (kind: string) => `
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
  );
  CREATE INDEX ${kind}_title_of_campaign ON ${kind}_title (campaign_id);

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
  );
  CREATE INDEX ${kind}_passage_position ON ${kind}_passage (document_id, position);
  CREATE INDEX ${kind}_passage_heading ON ${kind}_passage (document_id, level, position) WHERE kind = 'heading';
  CREATE INDEX ${kind}_passage_of_campaign ON ${kind}_passage (campaign_id, kind);
  -- The index contains the campaign as a word, so that words that are common in other campaigns cost nothing.
  CREATE INDEX ${kind}_passage_words ON ${kind}_passage
    USING gin ((stems || array_to_tsvector(ARRAY[campaign_id::text]))) WITH (gin_pending_list_limit = 512);`;

const statistics = (kind: string) => `
  -- Passages of a class that contain a word: the statistics behind a viewer's search are sums over the classes of the viewer.
  CREATE TABLE ${kind}_word (
    campaign_id uuid NOT NULL,
    word text COLLATE "C" NOT NULL,
    class uuid NOT NULL,
    passages integer NOT NULL,
    PRIMARY KEY (campaign_id, word, class)
  ) WITH (fillfactor = 80);

  -- Words as written, of titles as well, to correct misspellings.
  CREATE TABLE ${kind}_spelling (
    campaign_id uuid NOT NULL,
    word text COLLATE "C" NOT NULL,
    class uuid NOT NULL,
    passages integer NOT NULL,
    sound text GENERATED ALWAYS AS (sound_of(word)) STORED,
    PRIMARY KEY (campaign_id, word, class)
  ) WITH (fillfactor = 80);
  CREATE INDEX ${kind}_spelling_sound ON ${kind}_spelling (campaign_id, sound);
  CREATE INDEX ${kind}_spelling_letters ON ${kind}_spelling USING gin (word gin_trgm_ops);

  CREATE TABLE ${kind}_total (
    campaign_id uuid NOT NULL,
    class uuid NOT NULL,
    language text NOT NULL,
    passages integer NOT NULL,
    length bigint NOT NULL,
    PRIMARY KEY (campaign_id, class, language)
  );`;

const embeddings = (kind: string) => `
  -- A row is empty until a model has read the passage. It is deleted with its passage, and so when the passage gets another class or
  -- text: no embedding of hidden text exists for players who begin to see the passage.
  CREATE TABLE ${kind}_embedding (
    passage_id uuid PRIMARY KEY REFERENCES ${kind}_passage ON DELETE CASCADE,
    campaign_id uuid NOT NULL,
    class uuid NOT NULL,
    model text,
    number bigint,
    dimensions smallint,
    vector bytea,
    CHECK (num_nulls(model, number, dimensions, vector) IN (0, 4))
  );
  CREATE INDEX ${kind}_embedding_pending ON ${kind}_embedding (class, campaign_id) WHERE model IS NULL;
  CREATE INDEX ${kind}_embedding_order ON ${kind}_embedding (campaign_id, class, model, number);
  CREATE UNIQUE INDEX ${kind}_embedding_number ON ${kind}_embedding (number);
  CREATE INDEX ${kind}_embedding_model ON ${kind}_embedding (model);`;

const MODELS = `
  -- Numbers embeddings in the order in which they are stored: the newest number and the count identify a set of them.
  CREATE SEQUENCE embedding_number;

  -- When each model was the active one last: two are during a rolling update.
  CREATE TABLE active_model (model text PRIMARY KEY, active_at timestamptz NOT NULL DEFAULT clock_timestamp());

  -- Rows last a day. They outlive their campaign and person, without naming them: otherwise, deleting a campaign would reset the limits.
  CREATE TABLE model_usage (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    campaign_id uuid REFERENCES campaign_index ON DELETE SET NULL,
    person_id uuid,
    tokens integer NOT NULL,
    asked_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX model_usage_asked ON model_usage (asked_at);
  CREATE INDEX model_usage_of_person ON model_usage (person_id, asked_at);
  CREATE INDEX model_usage_of_campaign ON model_usage (campaign_id, asked_at);`;

/** The search index, which can be rebuilt from the document service, and the use of language models. */
export class CreateTables1735000000000 implements MigrationInterface {
  readonly name = 'CreateTables1735000000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [SOUND_OF, CAMPAIGNS, MODELS]) await runner.query(sql);
    for (const kind of KINDS)
      for (const tables of [text, statistics, embeddings]) await runner.query(tables(kind));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const kind of KINDS)
      for (const table of ['embedding', 'total', 'spelling', 'word', 'passage', 'title'])
        await runner.query(`DROP TABLE ${kind}_${table}`);
    await runner.query('DROP TABLE model_usage, active_model, document, campaign_index');
    await runner.query('DROP SEQUENCE embedding_number');
    await runner.query('DROP FUNCTION sound_of');
  }
}
