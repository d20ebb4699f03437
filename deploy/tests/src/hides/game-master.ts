import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { sleep } from '@tomekeeper/cli-kit';
import { any, ask, Refused, type Answer } from '../product/calls';
import type { Member } from '../product/people';
import { sees, type Audience, type Secret, type Sight } from './sight';
import type { Stream } from './stream';

/** A document of a campaign, with the parts that a GM hides and reveals. */
export type Worked = {
  readonly document: string;
  /** Title for players, if the document title is a spoiler. */
  readonly publicTitle?: string;
  /** Passages of its text; a secret without passages for a document that is hidden and revealed as a whole. */
  readonly secrets: readonly Secret[];
  /** The document itself, if players can see it as long as they see some of its text. */
  readonly handout?: Secret;
};

const Done = z.object({ act: z.uuid().nullish() });
const Passages = z.object({
  passages: z.array(
    z.object({ id: z.string(), audience: z.string(), players: z.array(z.string()).optional() }),
  ),
});

/** The GM's request, with the resulting audience of the secret. */
type Act = {
  readonly way: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly to: Audience;
};

/** Statistics and failures of audience changes. */
export class Deeds {
  answered = 0;
  /** Calls whose process was killed before it responded; they were retried. */
  unanswered = 0;
  readonly byWay = new Map<string, number>();
  /** Milliseconds from the response to the event in a player's stream, per affected player. */
  readonly delays: number[] = [];
  readonly broken: string[] = [];
}

/** Environment of audience changes: replicas and viewers. */
export type Stage = {
  readonly players: readonly Member[];
  readonly streams: ReadonlyMap<string, Stream>;
  readonly gm: () => Promise<string>;
  readonly origins: () => Promise<readonly string[]>;
  /** Notifies the killer of an imminent call. */
  readonly onSending: (origin: string) => void;
};

/** A GM who hides and reveals one document, and waits after each change until affected players have received the event. */
export class GameMaster {
  private readonly audiences = new Map<Secret, Audience>();
  /** The last audience change of each secret, with the previous audience. */
  private readonly last = new Map<Secret, { act: string; before: Audience }>();
  private isTrashed = false;
  /** Maximum number of events of this document per player. */
  readonly due = new Map<string, number>();

  constructor(
    readonly worked: Worked,
    private readonly stage: Stage,
    private readonly sight: Sight,
    private readonly deeds: Deeds,
  ) {
    for (const secret of worked.secrets)
      this.audiences.set(secret, secret.passages.length === 0 ? 'party' : 'gm');
    for (const { id } of stage.players) this.settle(id);
  }

  async work(isWorking: () => boolean): Promise<void> {
    while (isWorking()) {
      await this.actOnce();
      await sleep(randomInt(20, 300));
    }
  }

  /** Performs one random audience change on a secret and waits for the response. */
  async actOnce(): Promise<void> {
    const secret = any(this.worked.secrets);
    const before = this.audienceOf(secret);
    await this.carryOut(secret, this.choose(secret, before), before);
  }

  /**
   * Sets the audience of a secret at one replica.
   * @returns after the response, including retries
   */
  async say(secret: Secret, to: Audience, origin?: string): Promise<void> {
    await this.carryOut(secret, this.sayingTo(secret, to), this.audienceOf(secret), origin);
  }

  /** Returns the current audience according to the GM's responses. */
  audienceOf = (secret: Secret): Audience => this.audiences.get(secret) ?? 'gm';

  private async carryOut(
    secret: Secret,
    act: Act,
    before: Audience,
    origin?: string,
  ): Promise<void> {
    const { players } = this.stage;
    const concerned = players.filter(({ id }) => sees(before, id) !== sees(act.to, id));
    this.announce(secret, act.to, concerned);
    const sent = Date.now();
    const answer = await this.untilAnswered(secret, act, { before, concerned, origin });
    const answered = Date.now();
    const id = Done.safeParse(answer.body).data?.act;
    if (id && answer.status === 200) this.last.set(secret, { act: id, before });
    else this.last.delete(secret);
    this.audiences.set(secret, act.to);
    this.isTrashed = act.way === 'delete';
    for (const player of players) this.settle(player.id);
    this.deeds.answered += 1;
    this.deeds.byWay.set(act.way, (this.deeds.byWay.get(act.way) ?? 0) + 1);
    await Promise.all(concerned.map((one) => this.untilHeard(one, { sent, answered, act })));
  }

  private choose(secret: Secret, now: Audience): Act {
    const { document } = this.worked;
    const last = this.last.get(secret);
    if (last && randomInt(3) === 0) {
      const path = `/api/documents/${document}/acts/${last.act}/`;
      return { way: 'take back', method: 'DELETE', path, to: last.before };
    }
    if (secret.passages.length > 0)
      return this.sayingTo(secret, now === 'gm' ? this.someAudience() : this.otherThan(now));
    const path = `/api/documents/${document}/`;
    if (this.isTrashed)
      return { way: 'restore', method: 'POST', path: `${path}restore/`, to: 'party' };
    if (now === 'party' && randomInt(3) === 0)
      return { way: 'delete', method: 'DELETE', path, to: 'gm' };
    return this.sayingTo(secret, now === 'gm' ? 'party' : 'gm');
  }

  private sayingTo({ passages, document }: Secret, to: Audience): Act {
    const path = `/api/documents/${document}/`;
    if (passages.length === 0) {
      const body = { is_spoilers: to === 'gm' };
      return { way: to === 'gm' ? 'hide' : 'reveal', method: 'PATCH', path, body, to };
    }
    const { publicTitle } = this.worked;
    const title = publicTitle !== undefined && { public_title: publicTitle };
    if (to === 'party' && randomInt(3) === 0) {
      const body = { passages, ...title };
      return { way: 'show now', method: 'POST', path: `${path}show/`, body, to };
    }
    const body = { passages, audience: to, ...(to !== 'gm' && title) };
    const way = `passages to ${typeof to === 'string' ? to : 'some'}`;
    return { way, method: 'PUT', path: `${path}audience/`, body, to };
  }

  private someAudience(): Audience {
    const some = this.stage.players.filter(() => randomInt(2) === 0).map(({ id }) => id);
    return some.length === 0 || randomInt(2) === 0 ? 'party' : { players: some };
  }

  private otherThan(now: Audience): Audience {
    if (randomInt(3) > 0) return 'gm';
    const next = this.someAudience();
    return JSON.stringify(next) === JSON.stringify(now) ? 'gm' : next;
  }

  /** From now on the visibility for affected players is uncertain. */
  private announce(secret: Secret, to: Audience, concerned: readonly Member[]): void {
    const { handout } = this.worked;
    for (const { id } of concerned) {
      this.sight.mayChange(secret, id);
      if (handout && this.seesSome(id) !== this.seesSome(id, { secret, to }))
        this.sight.mayChange(handout, id);
    }
  }

  private settle(player: string): void {
    const { secrets, handout } = this.worked;
    const glimpses = this.sight.of(player);
    const put = (secret: Secret, isShown: boolean) => {
      // An unchanged state keeps its turn.
      if (glimpses.some((one) => one.secret === secret && (one.state === 'shown') === isShown))
        return;
      this.sight.settle(secret, player, isShown);
    };
    for (const secret of secrets) put(secret, sees(this.audienceOf(secret), player));
    if (handout) put(handout, this.seesSome(player));
  }

  private seesSome(player: string, changed?: { secret: Secret; to: Audience }): boolean {
    return this.worked.secrets.some((one) =>
      sees(changed?.secret === one ? changed.to : this.audienceOf(one), player),
    );
  }

  /** Retries until there is a response. A call without a response must have been applied entirely or not at all. */
  private async untilAnswered(
    secret: Secret,
    { method, path, body, to, way }: Act,
    about: { before: Audience; concerned: readonly Member[]; origin?: string | undefined },
  ): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      const origin = (tries === 1 && about.origin) || any(await this.stage.origins());
      for (const { id } of about.concerned) this.due.set(id, (this.due.get(id) ?? 0) + 1);
      const token = await this.stage.gm();
      this.stage.onSending(origin);
      try {
        const answer = await ask(origin + path, { method, token, body });
        const isRepeated = tries > 1 && (answer.status === 404 || answer.status === 409);
        if (answer.status >= 300 && !isRepeated)
          this.tell(`${way}: ${answer.status} ${JSON.stringify(answer.body)}`);
        return answer;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        this.deeds.unanswered += 1;
        await sleep(100);
        await this.lookForHalves(secret, [about.before, to], way);
      }
    }
  }

  private async lookForHalves(
    { passages, document }: Secret,
    possible: readonly Audience[],
    way: string,
  ): Promise<void> {
    if (passages.length === 0) return;
    const path = `/api/documents/${document}/passages/?limit=500`;
    const answer = await this.get(path);
    if (!answer) return;
    const found = Passages.parse(answer.body).passages.filter(({ id }) => passages.includes(id));
    const told = new Set(found.map((one) => plain(one)));
    const [one] = told;
    const isOne = told.size === 1 && possible.some((audience) => plainOf(audience) === one);
    if (!isOne || found.length !== passages.length)
      this.tell(`${way}, not answered, left ${[...told].join(' and ')} of ${document}`);
  }

  private async get(path: string): Promise<Answer | undefined> {
    try {
      return await ask(any(await this.stage.origins()) + path, { token: await this.stage.gm() });
    } catch (error) {
      if (error instanceof Refused) return undefined;
      throw error;
    }
  }

  private async untilHeard(
    { id }: Member,
    { sent, answered, act }: { sent: number; answered: number; act: Act },
  ): Promise<void> {
    const stream = this.stage.streams.get(id);
    for (; stream && !stream.hasHeard(this.worked.document, sent); await sleep(5))
      if (Date.now() - answered > HEARD_WITHIN_MS)
        return this.tell(`${act.way} was announced to ${id} by no event`);
    this.deeds.delays.push(Date.now() - answered);
  }

  private tell(what: string): void {
    this.deeds.broken.push(`${this.worked.document}: ${what}`);
  }
}

/** Longer than any queue's retry delay; an event that has not arrived by then was lost. */
const HEARD_WITHIN_MS = 240_000;

const plainOf = (audience: Audience): string =>
  typeof audience === 'string' ? audience : [...audience.players].sort().join(' ');

const plain = ({ audience, players }: { audience: string; players?: string[] | undefined }) =>
  audience === 'players' ? plainOf({ players: players ?? [] }) : audience;
