import { randomUUID } from 'node:crypto';
import type { CampaignDocument } from '@tomekeeper/contracts-document';
import type { Method, TestPerson } from '@tomekeeper/testing';
import type { DocumentApp } from '../document-app';
import type { HiddenAction, Step } from './steps';

export const CANARY = 'CANARY';

/** What a player may know, or guess, of a document. */
export type Guess = { id: string; s3_key: string };

export interface World {
  campaign: string;
  player: TestPerson;
  /** Public documents, oldest first. */
  known: Guess[];
  /** Spoilers of this world, and as many that never were; those of the other world the other way round. */
  guesses: Guess[];
}

/** Plays the steps in two worlds that differ in nothing but their spoilers. */
export async function playWorlds(
  service: DocumentApp,
  steps: readonly Step[],
): Promise<[World, World]> {
  const left = await GameMaster.begin(service);
  const right = await GameMaster.begin(service);
  for (const step of steps) {
    await left.take(step, 'left');
    await right.take(step, 'right');
  }
  const nothing = (them: GameMaster, { everHidden }: GameMaster) =>
    everHidden.map(() => ({
      id: randomUUID(),
      s3_key: `campaigns/${them.campaign}/${randomUUID()}`,
    }));
  return [
    left.world([...left.everHidden, ...nothing(left, right)]),
    right.world([...nothing(right, left), ...right.everHidden]),
  ];
}

class GameMaster {
  private readonly known: CampaignDocument[] = [];
  private hidden: CampaignDocument[] = [];
  /** Also those that are deleted by now. */
  readonly everHidden: Guess[] = [];

  private constructor(
    private readonly service: DocumentApp,
    private readonly gm: TestPerson,
    private readonly player: TestPerson,
    readonly campaign: string,
  ) {}

  static async begin(service: DocumentApp): Promise<GameMaster> {
    const [gm, player] = [await service.identity.join('Gm'), await service.identity.join('Player')];
    return new GameMaster(service, gm, player, service.campaign(gm, [player]));
  }

  world(guesses: Guess[]): World {
    return { campaign: this.campaign, player: this.player, known: this.known, guesses };
  }

  async take(step: Step, side: 'left' | 'right'): Promise<void> {
    switch (step.do) {
      case 'upload': {
        const spoilers = step.hiddenAtFirst === side;
        const document = await this.upload(step.name, 'here be dragons', spoilers);
        this.known.push(document);
        return spoilers ? this.change(document, { is_spoilers: false }) : undefined;
      }
      case 'rename':
        return this.change(pick(this.known, step.which), { original_filename: step.name });
      case 'delete': {
        const document = pick(this.known, step.which);
        if (document) this.known.splice(this.known.indexOf(document), 1);
        return this.remove(document);
      }
      case 'hidden actions':
        for (const action of step[side]) await this.act(action);
    }
  }

  private async act(action: HiddenAction): Promise<void> {
    switch (action.do) {
      case 'upload': {
        const content = `${CANARY} ${'x'.repeat(action.size)}`;
        const document = await this.upload(`${CANARY} ${action.name}`, content, true);
        this.hidden.push(document);
        this.everHidden.push(document);
        return;
      }
      case 'begin an upload': {
        const body = { campaign: this.campaign, file_name: `${CANARY}.txt`, is_spoilers: true };
        const { body: begun } = await this.call('POST', '/api/documents/presign/', body);
        this.everHidden.push({ id: randomUUID(), s3_key: begun.key });
        return;
      }
      case 'rename': {
        const original_filename = `${CANARY} ${action.name}`;
        return this.change(pick(this.hidden, action.which), { original_filename });
      }
      case 'delete': {
        const document = pick(this.hidden, action.which);
        this.hidden = this.hidden.filter((one) => one !== document);
        return this.remove(document);
      }
      case 'reveal and hide':
        return this.toggle(pick(this.hidden, action.which), [false, true]);
      case 'hide and reveal':
        return this.toggle(pick(this.known, action.which), [true, false]);
    }
  }

  private upload(name: string, content: string, spoilers: boolean): Promise<CampaignDocument> {
    return this.service.upload(this.gm, this.campaign, { name, content, spoilers });
  }

  private async toggle(document: CampaignDocument | undefined, to: boolean[]): Promise<void> {
    for (const is_spoilers of to) await this.change(document, { is_spoilers });
  }

  private async change(document: CampaignDocument | undefined, body: object): Promise<void> {
    if (document) await this.call('PATCH', `/api/documents/${document.id}/`, body);
  }

  private async remove(document: CampaignDocument | undefined): Promise<void> {
    if (document) await this.call('DELETE', `/api/documents/${document.id}/`);
  }

  private async call(method: Method, url: string, body?: object) {
    const answer = await this.service.call(method, url, { as: this.gm, body });
    if (answer.status >= 300) throw new Error(`${method} ${url}: ${JSON.stringify(answer)}`);
    return answer;
  }
}

const pick = <T>(list: readonly T[], which: number): T | undefined => list[which % list.length];
