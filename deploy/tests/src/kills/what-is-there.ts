import { z } from 'zod';
import { waitUntil } from '@tomekeeper/cli-kit';
import { ask, download, untilAnswered } from '../product/calls';
import type { Mail, Product } from '../product/product';
import { halfActs } from './half-acts';
import { digest, keyOf, type Acknowledged, type Gm, type Memory } from './memory';
import { entriesOf, wordsOfNote, wordsOfSessions } from './notes-there';

const Campaigns = z.array(z.object({ id: z.string(), title: z.string() }));
const Campaign = z.object({ players: z.array(z.string()) });
const Documents = z.array(
  z.object({ id: z.string(), original_filename: z.string(), kind: z.enum(['file', 'note']) }),
);
const Versions = z.array(z.object({ id: z.string() }));
const Content = z.object({ url: z.string() });

/** Mails that a broken mail server delays are retried for minutes. */
const QUIET_MS = 600_000;

export type Findings = {
  readonly lost: readonly Acknowledged[];
  readonly repeatedMails: number;
  /** Mails that the product counts as uncertain, because SMTP cannot confirm their delivery after a crash. */
  readonly uncertainMails: number;
};

/** Verifies all acknowledged changes and all visible content, through the API. */
export async function lookAround(product: Product, memory: Memory): Promise<Findings> {
  const { acknowledged, broken } = memory;
  const seen = await seeAll(product, memory);
  await untilQuiet(product);
  broken.push(...(await leftovers(product)), ...(await halfActs(product)));
  const mails = await product.mails();
  const uncertain = await uncertainById(product);
  broken.push(...repeatedWithoutKnowing(mails, uncertain));
  const texts = mails.map(({ text }) => text).join('\n');
  const recipients = new Set(mails.flatMap(({ to }) => to));
  const isThere = (one: Acknowledged): boolean => {
    if (one.kind === 'mail') return recipients.has(one.to);
    if (one.kind === 'message') return texts.includes(one.text);
    return isSeen(one, seen, memory);
  };
  return {
    lost: acknowledged.filter((one) => !isThere(one)),
    repeatedMails: mails.length - new Set(mails.map(({ messageId }) => messageId)).size,
    uncertainMails: [...uncertain.values()].reduce((sum, count) => sum + count, 0),
  };
}

/** Whether GMs see an acknowledged change, or may have deleted it since. */
export function isSeen(
  one: Extract<Acknowledged, { gm: Gm }>,
  seen: ReadonlySet<string>,
  memory: Memory,
): boolean {
  if (one.kind === 'deletion') return !seen.has(one.of) || memory.mayBeRestored(one.of);
  const key = one.kind === 'campaign' ? one.id : keyOf(one.campaign, one.name);
  return seen.has(key) || memory.isGivenUp(key);
}

/** Returns the ids of all campaigns that GMs see, and the keys of everything in them. */
export async function seeAll(product: Product, memory: Memory): Promise<Set<string>> {
  const seen = new Set<string>();
  const gms = new Set(memory.acknowledged.flatMap((one) => ('gm' in one ? [one.gm] : [])));
  for (const gm of gms) for (const one of await see(product, memory, gm)) seen.add(one);
  return seen;
}

/** Reads everything that a GM sees: campaigns, players, and the bytes of documents and earlier versions. */
async function see(product: Product, memory: Memory, gm: Gm): Promise<Set<string>> {
  const { broken } = memory;
  const get = async (path: string): Promise<unknown> => {
    const { status, body } = await untilAnswered(async () =>
      ask(product.url + path, { token: await gm.token() }),
    );
    if (status !== 200) broken.push(`${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const seen = new Set<string>();
  for (const { id } of Campaigns.parse(await get('/api/campaigns/'))) {
    seen.add(id);
    const { players } = Campaign.parse(await get(`/api/campaigns/${id}/`));
    for (const player of players) seen.add(keyOf(id, player));
    for (const entry of await entriesOf(get, id)) seen.add(keyOf(id, entry));
    for (const word of await wordsOfSessions(get, memory, id)) seen.add(keyOf(id, word));
    for (const document of Documents.parse(await get(`/api/documents/?campaign=${id}`))) {
      const name = document.original_filename;
      if (document.kind === 'note') {
        const words = await wordsOfNote(get, memory, document.id);
        for (const word of words) seen.add(keyOf(id, word));
        continue;
      }
      const open = async (path: string) => {
        const { url } = Content.parse(await get(`/api/documents/${document.id}/${path}content/`));
        return (await untilAnswered(() => download(url))).file;
      };
      const file = await open('');
      if (memory.mayHoldNow(name, file)) seen.add(keyOf(id, name));
      else broken.push(`${name} is visible and differs from the upload (${file.length} bytes)`);
      for (const version of Versions.parse(await get(`/api/documents/${document.id}/versions/`))) {
        const earlier = await open(`versions/${version.id}/`);
        if (memory.hasHeld(name, earlier)) seen.add(keyOf(id, digest(earlier)));
        else broken.push(`an earlier version of ${name} differs from the upload`);
      }
    }
  }
  return seen;
}

/** Waits until no mail, event or object removal is pending. */
async function untilQuiet(product: Product): Promise<void> {
  let open: { what: string; n: number }[] = [];
  const isQuiet = async () => {
    open = await product.query<{ what: string; n: number }>(
      `SELECT what, n FROM (
         SELECT queue || ' ' || state AS what, count(*)::int AS n FROM bullmq.job
          WHERE (queue = 'mailing-send' AND state <> 'failed') OR queue LIKE 'events-%' GROUP BY 1
         UNION ALL SELECT 'outbox of mailing', count(*)::int FROM mailing.outbox
         UNION ALL SELECT 'outbox of identity', count(*)::int FROM identity.outbox
         UNION ALL SELECT 'outbox of contact', count(*)::int FROM contact.outbox
         UNION ALL SELECT 'outbox of campaign', count(*)::int FROM campaign.outbox
         UNION ALL SELECT 'outbox of document', count(*)::int FROM document.outbox
         UNION ALL SELECT 'outbox of live', count(*)::int FROM live.outbox
         UNION ALL SELECT 'pictures to be made', count(*)::int FROM document.document d
                     LEFT JOIN document.picture p ON p.source_key = d.s3_key
                    WHERE d.pictured_key IS DISTINCT FROM d.s3_key OR p.state = 'waiting'
         UNION ALL SELECT 'texts to be read', count(*)::int FROM document.document d
                     LEFT JOIN document.reading r ON r.document_id = d.id
                    WHERE d.read_key IS DISTINCT FROM d.s3_key OR r.due_at IS NOT NULL
         UNION ALL SELECT 'texts to be shown', count(*)::int FROM document.document
                    WHERE NOT is_spoilers AND text_shown_since IS DISTINCT FROM shown_since
         UNION ALL SELECT 'objects to be removed', count(*)::int FROM document.object_removal
                    WHERE due_at < again_at) all_work
        WHERE n > 0`,
    );
    return open.length === 0;
  };
  if (!(await waitUntil(isQuiet, QUIET_MS, 500)))
    throw new Error(`Not everything that was to be done later is done: ${JSON.stringify(open)}`);
}

/** Finds data that one service still has although the service that owns it has deleted it. */
async function leftovers(product: Product): Promise<string[]> {
  const rows = await product.query<{ what: string; n: number }>(
    `SELECT 'documents of deleted campaigns' AS what, count(*)::int AS n FROM document.document
      WHERE campaign_id NOT IN (SELECT id FROM campaign.campaign)
     UNION ALL
     SELECT 'trash of deleted campaigns', count(*)::int FROM document.trashed_document
      WHERE campaign_id NOT IN (SELECT id FROM campaign.campaign)
     UNION ALL
     SELECT 'ledgers of deleted campaigns', count(*)::int FROM document.ledger_entry
      WHERE campaign_id NOT IN (SELECT id FROM campaign.campaign)
     UNION ALL
     SELECT 'invites to deleted campaigns', count(*)::int FROM campaign.invite
      WHERE campaign_id NOT IN (SELECT id FROM campaign.campaign)
     UNION ALL
     SELECT 'documents that stand in the trash too', count(*)::int
       FROM document.document JOIN document.trashed_document USING (id)
     UNION ALL
     SELECT 'documents that are not what their last entry in the ledger says', count(*)::int
       FROM document.document d
      WHERE (SELECT l.audience FROM document.ledger_entry l
              WHERE l.document_id = d.id AND l.audience_class IS NULL
              ORDER BY l.number DESC LIMIT 1)
            IS DISTINCT FROM CASE WHEN d.is_spoilers THEN 'gm' ELSE 'party' END
     UNION ALL
     SELECT 'pictures of nothing', count(*)::int FROM document.picture
      WHERE source_key NOT IN (SELECT s3_key FROM document.document
                               UNION ALL SELECT s3_key FROM document.trashed_document
                               UNION ALL SELECT source_key FROM document.cover)
     UNION ALL
     SELECT 'pictures that were not made', count(*)::int FROM document.picture WHERE state <> 'ready'
     UNION ALL
     SELECT concat('texts that were not read, state ', string_agg(DISTINCT r.state, ', ')), count(*)::int
       FROM document.document d LEFT JOIN document.reading r ON r.document_id = d.id
      WHERE d.content_type = 'text/markdown'
        AND (r.state IS DISTINCT FROM 'ready' OR r.source_key <> d.s3_key
             OR NOT EXISTS (SELECT 1 FROM document.passage p WHERE p.document_id = d.id))
     UNION ALL
     SELECT 'texts of which a half is there', count(*)::int
       FROM (SELECT document_id FROM document.passage
              WHERE document_id NOT IN (SELECT document_id FROM document.note) GROUP BY document_id
             HAVING count(*) <> max(position) + 1 OR min(position) <> 0) half
     UNION ALL
     SELECT 'texts of nothing', count(*)::int
       FROM (SELECT document_id FROM document.reading UNION SELECT document_id FROM document.passage
             UNION SELECT document_id FROM document.passage_gone
             UNION SELECT document_id FROM document.part) text
      WHERE document_id NOT IN (SELECT id FROM document.document
                                UNION ALL SELECT id FROM document.trashed_document)
     UNION ALL
     SELECT 'passages that are there and gone', count(*)::int
       FROM document.passage p JOIN document.passage_gone g ON g.passage_id = p.id
     UNION ALL
     SELECT 'changes of deleted campaigns', count(*)::int
       FROM (SELECT campaign_id FROM document.campaign_feed
             UNION SELECT campaign_id FROM document.campaign_change
             UNION SELECT campaign_id FROM document.audience_class) feed
      WHERE campaign_id NOT IN (SELECT id FROM campaign.campaign)
     UNION ALL
     SELECT 'documents of which nobody was told', count(*)::int FROM document.document d
      WHERE NOT EXISTS (SELECT 1 FROM document.campaign_change c WHERE c.document_id = d.id)
     UNION ALL
     SELECT 'numbers beyond the last of their campaign', count(*)::int
       FROM (SELECT campaign_id, number FROM document.campaign_change
             UNION ALL SELECT campaign_id, number FROM document.passage
             UNION ALL SELECT campaign_id, number FROM document.passage_gone) numbered
       LEFT JOIN document.campaign_feed f USING (campaign_id)
      WHERE number > coalesce(f.last_number, 0)
     UNION ALL
     SELECT 'pictures of texts that are not there', count(*)::int FROM document.passage_image
      WHERE document_id NOT IN (SELECT document_id FROM document.reading)
     UNION ALL
     SELECT 'shows in deleted campaigns', count(*)::int FROM document.show
      WHERE campaign_id NOT IN (SELECT id FROM campaign.campaign)
     UNION ALL
     SELECT 'covers of deleted campaigns', count(*)::int FROM document.cover
      WHERE campaign_id NOT IN (SELECT id FROM campaign.campaign)
     UNION ALL
     SELECT 'portraits in deleted campaigns', count(*)::int FROM document.member_picture
      WHERE campaign_id NOT IN (SELECT id FROM campaign.campaign)
     UNION ALL
     SELECT 'uploads to deleted campaigns', count(*)::int FROM document.pending_upload
      WHERE campaign_id NOT IN (SELECT id FROM campaign.campaign)
     UNION ALL
     SELECT 'versions of deleted campaigns', count(*)::int FROM document.document_version
      WHERE campaign_id NOT IN (SELECT id FROM campaign.campaign)
     UNION ALL
     SELECT 'versions of nothing', count(*)::int FROM document.document_version
      WHERE document_id NOT IN (SELECT id FROM document.document
                                UNION ALL SELECT id FROM document.trashed_document)
     UNION ALL
     SELECT 'documents and pictures whose object is to be removed', count(*)::int
       FROM (SELECT s3_key FROM document.document
             UNION ALL SELECT s3_key FROM document.trashed_document
             UNION ALL SELECT s3_key FROM document.document_version
             UNION ALL SELECT s3_key FROM document.passage_image
             UNION ALL SELECT s3_key FROM document.member_picture
             UNION ALL SELECT c ->> 's3_key' FROM document.passage_image, jsonb_array_elements(copies) c) kept
       JOIN document.object_removal USING (s3_key)
     UNION ALL
     SELECT 'owners who stand among their players', count(*)::int
       FROM campaign.campaign c JOIN campaign.campaign_player p
         ON p.campaign_id = c.id AND p.player_id = c.owner
     UNION ALL
     SELECT 'mails given up', count(*)::int FROM bullmq.job WHERE queue = 'mailing-send' AND state = 'failed'`,
  );
  return rows.filter(({ n }) => n > 0).map(({ what, n }) => `${what}: ${n}`);
}

async function uncertainById(product: Product): Promise<Map<string, number>> {
  const rows = await product.query<{ id: string; uncertain: number }>(
    'SELECT mail_id AS id, uncertain FROM mailing.mail_delivery',
  );
  return new Map(rows.map(({ id, uncertain }) => [id, uncertain]));
}

/** A duplicate mail is acceptable only if the product counts it as uncertain. */
function repeatedWithoutKnowing(
  mails: readonly Mail[],
  uncertain: ReadonlyMap<string, number>,
): string[] {
  const copies = new Map<string, number>();
  for (const { messageId } of mails) copies.set(messageId, (copies.get(messageId) ?? 0) + 1);
  return [...copies]
    .filter(([messageId, count]) => {
      const id = /^<?([^@>]+)@/.exec(messageId)?.[1] ?? '';
      return count > 1 + (uncertain.get(id) ?? 0);
    })
    .map(([messageId, count]) => `${messageId} came ${count} times`);
}
