import { z } from 'zod';
import { waitUntil } from '../../src/processes';
import { digest, type Acknowledged, type Gm, type PeopleAtWork } from './people-at-work';
import type { ProductUnderFire } from './product-under-fire';

const Campaigns = z.array(z.object({ id: z.string(), title: z.string() }));
const Campaign = z.object({ players: z.array(z.string()) });
const Documents = z.array(z.object({ id: z.string(), original_filename: z.string() }));
const Content = z.object({ url: z.string() });
const Mails = z.array(
  z.object({
    text: z.string().default(''),
    messageId: z.string().default(''),
    to: z.array(z.object({ address: z.string() })).default([]),
  }),
);
type Mails = z.infer<typeof Mails>;

/** What a broken mail server delays is tried again for minutes. */
const DELIVERY_MS = 600_000;

export type Findings = {
  readonly lost: readonly Acknowledged[];
  /** Whatever is visible and not whole, in words. */
  readonly broken: readonly string[];
  readonly repeatedMails: number;
  /** Mails whose earlier delivery was cut off in SMTP's blind spot, as the product counts them. */
  readonly uncertainMails: number;
};

/** Looks, as its people do, for everything that was acknowledged and at everything that is shown. */
export async function lookAround(product: ProductUnderFire, work: PeopleAtWork): Promise<Findings> {
  const broken: string[] = [];
  const seen = new Set<string>();
  const gms = new Set(work.acknowledged.flatMap((one) => ('gm' in one ? [one.gm] : [])));
  for (const gm of gms) for (const one of await see(product, work, gm, broken)) seen.add(one);
  await untilMailsAreOut(product);
  const mails = Mails.parse(await (await fetch(`${product.inboxUrl}/email`)).json());
  const uncertain = await uncertainById(product);
  broken.push(...repeatedWithoutKnowing(mails, uncertain));
  const texts = mails.map(({ text }) => text).join('\n');
  const recipients = new Set(mails.flatMap(({ to }) => to.map(({ address }) => address)));
  const isThere = (one: Acknowledged): boolean => {
    if (one.kind === 'mail') return recipients.has(one.to);
    if (one.kind === 'message') return texts.includes(one.text);
    return seen.has(one.kind === 'campaign' ? one.id : `${one.campaign} ${nameOf(one)}`);
  };
  return {
    lost: work.acknowledged.filter((one) => !isThere(one)),
    broken,
    repeatedMails: mails.length - new Set(mails.map(({ messageId }) => messageId)).size,
    uncertainMails: [...uncertain.values()].reduce((sum, count) => sum + count, 0),
  };
}

const nameOf = (one: Extract<Acknowledged, { kind: 'player' | 'document' }>): string =>
  one.kind === 'player' ? one.id : one.name;

/** All that a GM is shown: campaigns, their players, and documents down to the last byte. */
async function see(
  product: ProductUnderFire,
  work: PeopleAtWork,
  gm: Gm,
  broken: string[],
): Promise<Set<string>> {
  const token = await gm.token();
  const get = async (path: string): Promise<unknown> => {
    const answer = await fetch(product.url + path, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!answer.ok) broken.push(`${path}: ${answer.status}`);
    return answer.json();
  };
  const seen = new Set<string>();
  for (const { id } of Campaigns.parse(await get('/api/campaigns/'))) {
    seen.add(id);
    const { players } = Campaign.parse(await get(`/api/campaigns/${id}/`));
    for (const player of players) seen.add(`${id} ${player}`);
    for (const document of Documents.parse(await get(`/api/documents/?campaign=${id}`))) {
      const name = document.original_filename;
      const { url } = Content.parse(await get(`/api/documents/${document.id}/content/`));
      const file = Buffer.from(await (await fetch(url)).arrayBuffer());
      if (digest(file) === work.contents.get(name)) seen.add(`${id} ${name}`);
      else broken.push(`${name} is shown and is not what was uploaded (${file.length} bytes)`);
    }
  }
  return seen;
}

async function untilMailsAreOut(product: ProductUnderFire): Promise<void> {
  const isOut = async () => {
    const [open] = await product.query<{ n: number }>(
      `SELECT (SELECT count(*) FROM mailing.mail WHERE status NOT IN ('sent', 'failed'))::int
            + (SELECT count(*) FROM mailing.outbox)::int + (SELECT count(*) FROM identity.outbox)::int
            + (SELECT count(*) FROM contact.outbox)::int
            + (SELECT count(*) FROM bullmq.job WHERE queue = 'events-mailing')::int AS n`,
    );
    return open?.n === 0;
  };
  await waitUntil(isOut, DELIVERY_MS, 500);
}

async function uncertainById(product: ProductUnderFire): Promise<Map<string, number>> {
  const rows = await product.query<{ id: string; uncertain: number }>(
    'SELECT id, uncertain FROM mailing.mail',
  );
  return new Map(rows.map(({ id, uncertain }) => [id, uncertain]));
}

/** A second copy is forgiven only where the product knows that it may have sent one. */
function repeatedWithoutKnowing(mails: Mails, uncertain: ReadonlyMap<string, number>): string[] {
  const copies = new Map<string, number>();
  for (const { messageId } of mails) copies.set(messageId, (copies.get(messageId) ?? 0) + 1);
  return [...copies]
    .filter(([messageId, count]) => {
      const id = /^<?([^@>]+)@/.exec(messageId)?.[1] ?? '';
      return count > 1 + (uncertain.get(id) ?? 0);
    })
    .map(([messageId, count]) => `${messageId} came ${count} times`);
}
