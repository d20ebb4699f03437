import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { any, ask, Refused } from '../product/calls';
import type { Member } from '../product/people';
import type { Glimpse, Secret, Sight } from './sight';

const Addresses = z.object({
  images: z.array(z.object({ url: z.string() })).optional(),
  thumbnails: z.array(z.object({ id: z.string(), url: z.string().optional() })).optional(),
  url: z.string().optional(),
});

const Found = z.object({ hits: z.array(z.unknown()) });

/** Statuses of successful and empty responses. */
const ANSWERED = new Set([200, 404]);
/** Number of file URLs that are kept and requested again after their expiry. */
const KEPT_ADDRESSES = 200;

/** A player's query, and the part of the response that may reveal secrets. */
type Question = {
  readonly path: string;
  /** Independent of a campaign, so that GMs cannot use view-as. */
  readonly isOwn?: true;
  /** Origin of another service. */
  readonly origin?: string;
  /** Extracts the checked part of the response, if the query itself names documents. */
  readonly told?: (body: unknown) => unknown;
  /** Whether the response must contain a visible secret's first canary. */
  readonly tellsOf: (secret: Secret) => boolean;
};

/** Results and counts of the checks. */
export class Looks {
  answers = 0;
  /** Number of comparisons with a secret that was hidden, or shown, during the whole request. */
  hidden = 0;
  shown = 0;
  refused = 0;
  readonly byQuestion = new Map<string, number>();
  readonly broken: string[] = [];
  readonly addresses: { readonly url: string; readonly at: number }[] = [];
}

/**
 * Players who continuously query everything from each replica and through the gateway: a response to a request after a
 * hide must not reveal the secret, and a response to a request after a reveal must contain it.
 */
export class Readers {
  private isReading = true;
  private readonly loops: Promise<void>[] = [];

  constructor(
    private readonly place: {
      readonly campaign: string;
      readonly secrets: readonly Secret[];
      readonly images: ReadonlyMap<string, readonly string[]>;
      /** Documents that hidden passages link to. */
      readonly linkedTo: readonly string[];
      /** Origins of the document service. */
      readonly origins: () => Promise<readonly string[]>;
      /** Origin of the gateway, which routes to search. */
      readonly gateway: string;
      readonly gm: () => Promise<string>;
    },
    private readonly sight: Sight,
    readonly looks: Looks,
  ) {}

  /** @param atOnce concurrent queries per player */
  begin(players: readonly Member[], atOnce: number): void {
    for (const player of players)
      for (let n = 0; n < atOnce; n += 1) this.loops.push(this.read(player));
  }

  async rest(): Promise<void> {
    this.isReading = false;
    await Promise.all(this.loops);
  }

  private async read(player: Member): Promise<void> {
    while (this.isReading)
      try {
        await this.look(player);
      } catch (error) {
        if (error instanceof Refused) this.looks.refused += 1;
        else this.looks.broken.push(String(error));
      }
  }

  private async look(player: Member): Promise<void> {
    const question = this.question();
    await this.pose(player, question);
  }

  /** Searches for a secret as each player; a response that search is catching up is acceptable. */
  async searchFor(secret: Secret, players: readonly Member[]): Promise<void> {
    const asked = players.map((one) => this.pose(one, this.searching(secret)));
    const settled = await Promise.allSettled(asked);
    for (const one of settled)
      if (one.status === 'rejected' && !(one.reason instanceof Refused)) throw one.reason;
  }

  /** Runs a query, and compares the response with the secrets that were certainly hidden or shown. */
  private async pose(player: Member, question: Question): Promise<void> {
    const origin = question.origin ?? any(await this.place.origins());
    // A GM with view-as must see exactly the player's view.
    const isViewedAs = !question.isOwn && randomInt(5) === 0;
    const token = await (isViewedAs ? this.place.gm() : player.token());
    const before = this.sight.of(player.id);
    const at = Date.now();
    const { status, body } = await ask(origin + question.path, {
      token,
      ...(isViewedAs && { headers: { 'x-view-as': player.id } }),
    });
    const { looks } = this;
    looks.answers += 1;
    const kind = question.path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|=.*$/g, '…');
    looks.byQuestion.set(kind, (looks.byQuestion.get(kind) ?? 0) + 1);
    const where = `${isViewedAs ? 'as ' : ''}${player.id}: ${origin}${question.path}`;
    if (!ANSWERED.has(status)) looks.broken.push(`${where}: ${status} ${JSON.stringify(body)}`);
    if (status === 200) this.keepAddresses(body, at);
    const told = this.toldBy(question, status, body);
    for (const one of before)
      if (this.sight.isStill(one, player.id)) this.compare(one, { question, told, where });
  }

  private compare(
    { secret, state }: Glimpse,
    { question, told, where }: { question: Question; told: string; where: string },
  ): void {
    const { looks } = this;
    const found = secret.canaries.find((canary) => told.includes(canary));
    if (state === 'hidden') looks.hidden += 1;
    if (state === 'hidden' && found !== undefined)
      looks.broken.push(`${where} tells ${found}, which is hidden: ${told.slice(0, 500)}`);
    if (state === 'hidden' || !question.tellsOf(secret)) return;
    looks.shown += 1;
    if (!told.includes(secret.canaries[0]))
      looks.broken.push(`${where} does not tell ${secret.canaries[0]}: ${told.slice(0, 500)}`);
  }

  /** The presence of a file URL is the only information in a file response. */
  private toldBy({ path, told }: Question, status: number, body: unknown): string {
    const [, document] = /\/([^/]+)\/content\//.exec(path) ?? [];
    if (document !== undefined && status === 200) return `${fileOf(document)} ${document}`;
    return JSON.stringify(told ? told(body) : (body ?? null));
  }

  private keepAddresses(body: unknown, at: number): void {
    const found = Addresses.safeParse(body);
    if (!found.success || this.looks.addresses.length >= KEPT_ADDRESSES) return;
    const { images = [], thumbnails = [], url } = found.data;
    for (const one of [url, ...images.map((image) => image.url), ...thumbnails.map((t) => t.url)])
      if (one !== undefined) this.looks.addresses.push({ url: one, at });
  }

  /** Hidden text must not be found; shown text may be indexed a moment later. */
  private searching({ canaries }: Secret): Question {
    const { campaign, gateway } = this.place;
    const path = `/api/search/?campaign=${campaign}&q=${canaries.at(-1)}`;
    return { path, origin: gateway, told: (body) => Found.parse(body).hits, tellsOf: () => false };
  }

  private question(): Question {
    const { campaign, secrets, images, linkedTo } = this.place;
    const secret = any(secrets);
    const { document } = secret;
    const ofWhole = (one: Secret) => one.passages.length === 0;
    const none = () => false;
    const ofText = (one: Secret) => one.document === document && !ofWhole(one);
    const word = secret.canaries.at(-1);
    const [first] = secret.passages;
    const questions: Question[] = [
      { path: `/api/documents/?campaign=${campaign}`, tellsOf: isListed },
      { path: '/api/documents/', isOwn: true, tellsOf: isListed },
      { path: `/api/documents/news/?campaign=${campaign}`, isOwn: true, tellsOf: none },
      { path: '/api/documents/news/counts/', isOwn: true, tellsOf: none },
      { path: '/api/documents/shown/', isOwn: true, tellsOf: none },
      { path: `/api/documents/parts/?campaign=${campaign}`, tellsOf: none },
      { path: `/api/documents/${document}/content/`, tellsOf: none },
      { path: `/api/documents/${document}/outline/`, tellsOf: none },
      {
        path: `/api/documents/thumbnails/?campaign=${campaign}&ids=${document}`,
        told: (body) =>
          Addresses.safeParse(body).data?.thumbnails?.filter(({ url }) => url !== undefined),
        tellsOf: none,
      },
      { path: `/api/documents/${any(linkedTo)}/backlinks/`, tellsOf: none },
      this.searching(secret),
      { path: `/api/documents/${document}/passages/?limit=500`, tellsOf: ofText },
      { path: `/api/documents/${document}/passages/?limit=500`, tellsOf: ofText },
    ];
    if (first !== undefined)
      questions.push(
        { path: `/api/documents/${document}/passages/?around=${first}`, tellsOf: none },
        {
          path: `/api/documents/${document}/find/?q=${word}`,
          tellsOf: (one) => one === secret,
        },
      );
    const drawn = images.get(document);
    if (drawn) {
      const path = `/api/documents/${document}/images/?ids=${drawn.join(',')}`;
      questions.push({ path, tellsOf: none });
    }
    return any(questions);
  }
}

/** Canary of a document's file. */
export const fileOf = (document: string): string => `the file of ${document}`;

/** A document's file is a separate secret, which no list contains. */
const isListed = ({ passages, canaries }: Secret): boolean =>
  passages.length === 0 && !canaries[0].startsWith(fileOf(''));
