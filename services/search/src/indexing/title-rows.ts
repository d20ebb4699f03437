import type { Transaction } from '@tomekeeper/persistence';
import { FOR_GMS_CLASS, GM_CLASS, PARTY_CLASS } from '@tomekeeper/visibility';
import { nameVariants, normalize } from '../text/normalization';
import { detectLanguage } from '../text/language-detection';
import { KINDS, type Kind } from './index-tables';
import { countTitles } from './corpus-statistics';

// Titles by viewer. GMs see the name, of handouts with their own ids none. Players see the name of a Public document, and the player-facing title of a
// handout. Each title has the time since which it is visible. A title for one player replaces the party's title.

interface Document {
  id: string;
  campaign: string;
  name: string;
  audience: 'gm' | 'party';
  for_gms: boolean;
  is_handout: boolean;
  public_title: string | null;
  titles: Readonly<Record<string, string>>;
  seen_since: Readonly<Record<string, string>>;
  created_at: string | null;
  shown_since: string | null;
}

interface Title {
  title: string;
  since: string | null;
}

export interface TitleRow extends Title {
  kind: Kind;
  /** A class of rows, or the membership of one player. */
  class: string;
  /** Players with their own title. */
  not_for: readonly string[];
}

export async function putTitles(tx: Transaction, documents: readonly string[]): Promise<void> {
  for (const kind of KINDS) {
    await countTitles(tx, kind, documents, -1);
    await tx.query(`DELETE FROM ${kind}_title WHERE document_id = ANY ($1::uuid[])`, [documents]);
  }
  const named = await tx.query<Document>(
    `SELECT document_id AS id, campaign_id AS campaign, name, audience, for_gms, is_handout, public_title, titles, seen_since,
            created_at::text, shown_since::text
       FROM document WHERE document_id = ANY ($1::uuid[]) AND is_here AND name IS NOT NULL`,
    [documents],
  );
  const rows = named.flatMap((document) =>
    titleRows(document).map((row) => {
      const plain = normalize(row.title);
      return {
        ...row,
        document_id: document.id,
        campaign_id: document.campaign,
        plain: [plain, ...nameVariants(row.title)].join(' '),
        language: detectLanguage(plain),
      };
    }),
  );
  for (const kind of KINDS) {
    const ofKind = rows.filter((row) => row.kind === kind);
    if (ofKind.length === 0) continue;
    await tx.query(
      `INSERT INTO ${kind}_title (document_id, class, campaign_id, title, visible_since, not_for, language, stems, plain)
       SELECT document_id, class, campaign_id, title, since, ARRAY(SELECT jsonb_array_elements_text(not_for)::uuid), language,
              to_tsvector(language::regconfig, plain), to_tsvector('simple', plain)
         FROM jsonb_to_recordset($1::jsonb) AS r (document_id uuid, campaign_id uuid, title text, class uuid, since timestamptz,
                not_for jsonb, plain text, language text)`,
      [JSON.stringify(ofKind)],
    );
    await countTitles(tx, kind, documents, 1);
  }
}

/** All titles of a document; viewers without a title don't see the document. */
export function titleRows(document: Omit<Document, 'id' | 'campaign'>): TitleRow[] {
  const { name, created_at } = document;
  const partyClass = document.for_gms ? FOR_GMS_CLASS : PARTY_CLASS;
  const ofAll = partyTitle(document);
  const own = Object.keys(document.seen_since)
    .concat(ofAll ? Object.keys(document.titles) : [])
    .filter((reader) => reader !== 'party')
    .flatMap((reader) => {
      const title = playerTitle(document, reader, ofAll);
      const isOther = title && (title.title !== ofAll?.title || title.since !== ofAll.since);
      return isOther ? [[reader, title] as const] : [];
    });
  const readers = new Map(own);
  return [
    ...(document.is_handout
      ? []
      : [{ kind: 'gm' as const, class: GM_CLASS, title: name, since: created_at, not_for: [] }]),
    ...(ofAll
      ? [{ kind: 'player' as const, class: partyClass, ...ofAll, not_for: [...readers.keys()] }]
      : []),
    ...[...readers].map(([reader, title]) => ({
      kind: 'player' as const,
      class: reader,
      ...title,
      not_for: [],
    })),
  ];
}

/** Title for players without their own title; undefined if the document is hidden from them. */
function partyTitle(document: Omit<Document, 'id' | 'campaign'>): Title | undefined {
  const { name, audience, titles, seen_since, public_title, shown_since } = document;
  const since = seen_since.party ?? null;
  if (audience === 'party') return { title: name, since: earlier(since, shown_since) };
  const title = titles.party ?? public_title;
  return since === null || title === null ? undefined : { title, since };
}

/** Title for one player. */
function playerTitle(
  document: Omit<Document, 'id' | 'campaign'>,
  reader: string,
  ofAll: Title | undefined,
): Title | undefined {
  const { audience, titles, seen_since, public_title } = document;
  const since = earlier(seen_since[reader] ?? null, ofAll?.since ?? null);
  if (audience === 'party') return ofAll && { title: ofAll.title, since };
  const title = titles[reader] ?? titles.party ?? public_title;
  return title === null ? undefined : { title, since };
}

/** The earlier of two times; null is unknown. */
function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return new Date(one) <= new Date(other) ? one : other;
}
