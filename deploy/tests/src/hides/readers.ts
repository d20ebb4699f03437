import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { ask, Refused } from '../product/calls';
import type { Glimpse, Secret, Sight } from './sight';

/** Somebody who plays in the campaign. */
export type Player = { readonly id: string; token(): Promise<string> };

const Addresses = z.object({
  images: z.array(z.object({ url: z.string() })).optional(),
  thumbnails: z.array(z.object({ id: z.string(), url: z.string().optional() })).optional(),
  url: z.string().optional(),
});

const Found = z.object({ hits: z.array(z.unknown()) });

/** Answers that say yes, or that there is nothing. */
const ANSWERED = new Set([200, 404]);
/** Of addresses of files, so many are kept and tried when they must be dead. */
const KEPT_ADDRESSES = 200;

/** What a player asks, and what of the answer tells of secrets. */
type Question = {
  readonly path: string;
  /** It is of no one campaign, so that no GM can ask it as a player. */
  readonly isOwn?: true;
  /** Another service answers it. */
  readonly origin?: string;
  /** The question itself names documents: then only what is told of them counts. */
  readonly told?: (body: unknown) => unknown;
  /** Whether a secret that the player sees must be in the answer, by the first of its canaries. */
  readonly tellsOf: (secret: Secret) => boolean;
};

/** What readers have found, and how much they looked at. */
export class Looks {
  answers = 0;
  /** Of them, comparisons with something that was surely hidden, and surely shown, all the time. */
  hidden = 0;
  shown = 0;
  refused = 0;
  readonly byQuestion = new Map<string, number>();
  readonly broken: string[] = [];
  readonly addresses: { readonly url: string; readonly at: number }[] = [];
}

/**
 * Players who ask for all that is there, all the time, of each replica and through the gateway: an answer that was asked for after
 * something was hidden tells nothing of it, and one that was asked for after it was revealed tells of it.
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
      /** Where the service answers. */
      readonly origins: () => Promise<readonly string[]>;
      /** Where the gateway does, which knows the way to search. */
      readonly gateway: string;
      readonly gm: () => Promise<string>;
    },
    private readonly sight: Sight,
    readonly looks: Looks,
  ) {}

  /** @param atOnce questions that each player has open */
  begin(players: readonly Player[], atOnce: number): void {
    for (const player of players)
      for (let n = 0; n < atOnce; n += 1) this.loops.push(this.read(player));
  }

  async rest(): Promise<void> {
    this.isReading = false;
    await Promise.all(this.loops);
  }

  private async read(player: Player): Promise<void> {
    while (this.isReading)
      try {
        await this.look(player);
      } catch (error) {
        if (error instanceof Refused) this.looks.refused += 1;
        else this.looks.broken.push(String(error));
      }
  }

  private async look(player: Player): Promise<void> {
    const question = this.question();
    await this.pose(player, question);
  }

  /** Has each player look for a secret at once; that search is catching up is an answer too. */
  async searchFor(secret: Secret, players: readonly Player[]): Promise<void> {
    const asked = players.map((one) => this.pose(one, this.searching(secret)));
    const settled = await Promise.allSettled(asked);
    for (const one of settled)
      if (one.status === 'rejected' && !(one.reason instanceof Refused)) throw one.reason;
  }

  /** Puts a question, and compares its answer with what surely was hidden and shown. */
  private async pose(player: Player, question: Question): Promise<void> {
    const origin = question.origin ?? any(await this.place.origins());
    // A GM who looks as that player sees just what they see.
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

  /** An address of a file is all that an answer about a file tells of it. */
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

  /** What is hidden is found no more; what is shown may be found a moment later. */
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
      { path: '/api/documents/newest/', isOwn: true, tellsOf: none },
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

/** What stands for the file of a document among what tells of a secret. */
export const fileOf = (document: string): string => `the file of ${document}`;

/** The file of a document is a secret of its own, which no list tells of. */
const isListed = ({ passages, canaries }: Secret): boolean =>
  passages.length === 0 && !canaries[0].startsWith(fileOf(''));

export function any<T>(list: readonly T[]): T {
  const one = list[randomInt(Math.max(list.length, 1))];
  if (one === undefined) throw new Refused('none is there yet');
  return one;
}
