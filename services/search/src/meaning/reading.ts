import { Injectable } from '@nestjs/common';
import { HandlesJob } from '@tomekeeper/jobs';
import { UpstreamUnavailable } from '@tomekeeper/internal-http';
import { UnitOfWork } from '@tomekeeper/persistence';
import { Metrics } from '@tomekeeper/service-kit';
import { PARTY_CLASS, TRASH_CLASS } from '@tomekeeper/visibility';
import { KINDS, type Kind } from '../following/table-kinds';
import { Embeddings, type Meant } from './embeddings';
import { leads } from './leading-model';
import { NotRead } from './reading-failure';
import { isKeptBack, keepBack, keepBackNoLonger } from '../following/kept-back';
import { readForMeaning } from '../following/read-for-meaning';
import { CampaignClient } from '../access/campaign-client';

/** Passages of one call: few, because a question may be waiting behind it. */
const AT_ONCE = 8;
/** A job that goes on for longer makes room for another one. */
const JOB_MS = 20_000;
/** Handfuls that are refused anew before the rest is left for another hour. */
const TRIED_IN_VAIN = 8;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Rows of another model that are emptied in one statement. */
const EMPTIED = 5_000;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Passages of one class of one campaign that wait to be read. */
interface Waiting {
  class: string;
  campaign: string;
}

/**
 * What is read first: what all players see, then what chosen ones do, then what GMs alone do. However much is hidden, what somebody sees
 * waits for nothing but the one call that is on its way.
 */
const TURNS: readonly { kind: Kind; classes: string }[] = [
  { kind: 'player', classes: `v.class = '${PARTY_CLASS}'` },
  { kind: 'player', classes: `v.class <> '${PARTY_CLASS}'` },
  { kind: 'gm', classes: `v.class <> '${TRASH_CLASS}'` },
];

/**
 * Reads passages of the copy for their meaning, after their text, by the handful. What is told to the model in one call is of one class of
 * one campaign. Each handful is stored by itself: whoever is killed loses one.
 */
@Injectable()
export class Reading {
  /** Where each of the turns has come to: campaigns and classes go one after the other. */
  private readonly last = TURNS.map((): Waiting => ({ class: FIRST, campaign: FIRST }));
  /** When those that were refused are tried again, and how far that has come in each of the turns. */
  private readonly refused = {
    nextAt: 0,
    turns: TURNS.map((turn) => ({ turn, after: 0, inVain: 0, isOver: false })),
  };

  constructor(
    private readonly uow: UnitOfWork,
    private readonly embeddings: Embeddings,
    private readonly campaigns: CampaignClient,
    metrics: Metrics,
  ) {
    metrics.measure({
      name: 'search_vectors_waiting',
      help: 'Passages that wait to be read for their meaning, of all campaigns but those that are kept from an outside service.',
      read: async () => [{ value: await this.waiting() }],
    });
  }

  /** How many passages wait, of all campaigns that are not kept back; none where nothing reads. */
  async waiting(): Promise<number> {
    if (this.embeddings.model === undefined) return 0;
    const counted = KINDS.map(
      (kind) =>
        `(SELECT count(*) FROM ${kind}_vector v
           WHERE model IS NULL AND class <> '${TRASH_CLASS}' AND NOT ${this.isKeptBack('v.campaign_id')})`,
    );
    const [row] = await this.uow.query<{ waiting: number }>(
      `SELECT (${counted.join(' + ')})::int AS waiting`,
    );
    return row?.waiting ?? 0;
  }

  @HandlesJob(readForMeaning)
  async read(): Promise<void> {
    await this.embeddings.learnBuild();
    const until = Date.now() + JOB_MS;
    for (let leading: string | undefined; ;) {
      const { storedAs: model } = this.embeddings;
      if (model === undefined) return;
      if (model !== leading) {
        if (!(await leads(this.uow, model))) return;
        await this.emptyOthers(model);
        leading = model;
      }
      if (Date.now() > until) {
        await this.uow.run((tx) => tx.outbox.job(readForMeaning, {}));
        return;
      }
      const next = await this.next();
      try {
        if (!next && (await this.tryRefusedAgain(model, until))) continue;
        if (!next) return;
        if (await this.mayRead(next.campaign)) await this.readSome(model, next);
      } catch (error) {
        // What reads, or what says whether it may, does not answer: the schedule comes again.
        if (error instanceof NotRead || error instanceof UpstreamUnavailable) return;
        throw error;
      }
    }
  }

  /** What another model or build has read waits anew: with each turn, because an older one may have been in the middle of its own. */
  private async emptyOthers(model: string): Promise<void> {
    for (const kind of KINDS)
      for (;;) {
        const emptied = await this.uow.query<{ id: string }>(
          `UPDATE ${kind}_vector SET model = NULL, made = NULL, dims = NULL, vector = NULL
            WHERE passage_id IN (SELECT passage_id FROM ${kind}_vector WHERE model < $1 OR model > $1 LIMIT ${EMPTIED})
           RETURNING passage_id AS id`,
          [model],
        );
        if (emptied.length === 0) break;
      }
  }

  private async next(): Promise<(Waiting & { kind: Kind }) | undefined> {
    for (const [turn, { kind, classes }] of TURNS.entries())
      for (const after of [this.last[turn], { class: FIRST, campaign: FIRST }]) {
        const [found] = await this.uow.query<Waiting>(this.firstWaiting(kind, classes), [
          after?.class,
          after?.campaign,
        ]);
        if (!found) continue;
        this.last[turn] = found;
        return { ...found, kind };
      }
    return undefined;
  }

  /** The statement for what waits next after a class and campaign. It steps over those that are kept back, whatever waits of them. */
  private firstWaiting(kind: Kind, classes: string): string {
    const after = (place: string) => `
      (SELECT class, campaign_id FROM ${kind}_vector v
        WHERE model IS NULL AND ${classes} AND (class, campaign_id) > (${place})
        ORDER BY class, campaign_id LIMIT 1)`;
    return `
      WITH RECURSIVE waiting AS (
        ${after('$1::uuid, $2::uuid')}
        UNION ALL
        SELECT n.class, n.campaign_id FROM waiting w CROSS JOIN LATERAL ${after('w.class, w.campaign_id')} n
         WHERE ${this.isKeptBack('w.campaign_id')})
      SELECT class, campaign_id AS campaign FROM waiting w
       WHERE NOT ${this.isKeptBack('w.campaign_id')} LIMIT 1`;
  }

  /** Of a campaign, in SQL; what reads in the installation itself is kept from none. */
  private isKeptBack(campaign: string): string {
    return this.embeddings.sentTo === undefined ? 'false' : isKeptBack(campaign);
  }

  /**
   * Whether a campaign may be sent to what reads, asked anew for each handful. One that may not is passed over for a while.
   * @throws {UpstreamUnavailable}
   */
  private async mayRead(campaign: string): Promise<boolean> {
    if (this.embeddings.sentTo === undefined) return true;
    if (await this.campaigns.allowsOutsideModels(campaign)) return true;
    await keepBack(this.uow, campaign);
    // The hint that it may be read again could have come before there was a note to take away.
    if (!(await this.campaigns.allowsOutsideModels(campaign))) return false;
    await keepBackNoLonger(this.uow, campaign);
    return true;
  }

  private async readSome(model: string, from: Waiting & { kind: Kind }): Promise<void> {
    const rows = await this.uow.query<{ id: string; text: string }>(
      `SELECT p.passage_id AS id, p.text FROM ${from.kind}_vector v JOIN ${from.kind}_passage p USING (passage_id)
        WHERE v.model IS NULL AND v.class = $1 AND v.campaign_id = $2 LIMIT ${AT_ONCE}`,
      [from.class, from.campaign],
    );
    await this.store(model, from, await this.withMeanings(rows));
  }

  /**
   * Texts that were refused are tried again when a process starts and then once a day: what reads may have been set up wrongly. It ends
   * where eight handfuls in a row are refused anew, and goes on after those an hour later. A round takes as many jobs as it needs.
   * @returns whether there may be more that is taken now
   */
  private async tryRefusedAgain(model: string, until: number): Promise<boolean> {
    if (Date.now() < this.refused.nextAt) return false;
    const { turns } = this.refused;
    for (const its of turns)
      while (!its.isOver) {
        if (Date.now() > until) return true;
        const found = await this.nextRefused(its, model);
        if (!found) {
          its.isOver = true;
          break;
        }
        const rows = (await this.mayRead(found.campaign))
          ? await this.withMeanings(found.rows)
          : [];
        const taken = rows.filter(({ meant }) => meant !== undefined);
        await this.store(model, { ...found, kind: its.turn.kind }, taken);
        its.inVain = taken.length > 0 ? 0 : its.inVain + 1;
        its.isOver = its.inVain === TRIED_IN_VAIN;
      }
    const isLeft = turns.some(({ inVain }) => inVain === TRIED_IN_VAIN);
    this.refused.nextAt = Date.now() + (isLeft ? HOUR_MS : DAY_MS);
    for (const its of turns) Object.assign(its, { inVain: 0, isOver: false });
    return false;
  }

  /** Of one class of one campaign; undefined once after the last ones, then the first ones follow. */
  private async nextRefused(from: { turn: (typeof TURNS)[number]; after: number }, model: string) {
    const { kind, classes } = from.turn;
    const rows = await this.uow.query<Waiting & { id: string; text: string; made: number }>(
      `SELECT p.passage_id AS id, p.text, v.class, v.campaign_id AS campaign, v.made::float8 AS made
         FROM ${kind}_vector v JOIN ${kind}_passage p USING (passage_id)
        WHERE v.model = $1 AND v.dims = 0 AND v.made > $2 AND ${classes} AND NOT ${this.isKeptBack('v.campaign_id')}
        ORDER BY v.made LIMIT ${AT_ONCE}`,
      [model, from.after],
    );
    const first = rows[0];
    const end = rows.findIndex(
      (row) => row.class !== first?.class || row.campaign !== first.campaign,
    );
    const alike = end < 0 ? rows : rows.slice(0, end);
    from.after = alike.at(-1)?.made ?? 0;
    return first && { class: first.class, campaign: first.campaign, rows: alike };
  }

  private async withMeanings(rows: readonly { id: string; text: string }[]) {
    const meant = await this.embeddings.ofPassages(rows.map(({ text }) => text));
    return rows.map((row, at) => ({ ...row, meant: meant[at] }));
  }

  /** Only beside what still says what was read, to the same readers. */
  private async store(
    model: string,
    { kind, class: of, campaign }: Waiting & { kind: Kind },
    rows: readonly { id: string; text: string; meant: Meant | undefined }[],
  ): Promise<void> {
    await this.uow.run(async (tx) => {
      // Whoever writes to a copy holds its place: so numbers of one campaign become visible in their order.
      await tx.query('SELECT 1 FROM followed_campaign WHERE campaign_id = $1 FOR UPDATE', [
        campaign,
      ]);
      await tx.query(
        `UPDATE ${kind}_vector v SET model = r.model, made = nextval('vector_made'), dims = octet_length(r.vector), vector = r.vector
           FROM (SELECT r.id, r.text, r.model, decode(r.hex, 'hex') AS vector
                   FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) r (id, text, model, hex)) r
           JOIN ${kind}_passage p ON p.passage_id = r.id AND p.text = r.text
          WHERE v.passage_id = r.id AND (v.model IS NULL OR v.dims = 0) AND v.class = $5`,
        [
          rows.map(({ id }) => id),
          rows.map(({ text }) => text),
          rows.map(({ meant }) => meant?.model ?? model),
          rows.map(({ meant }) => Buffer.from(meant?.vector.numbers ?? []).toString('hex')),
          of,
        ],
      );
    });
  }
}
