import { randomUUID } from 'node:crypto';
import type { CampaignDocument } from '@tomekeeper/contracts-document';
import type { Method, TestPerson } from '@tomekeeper/testing';
import sharp from 'sharp';
import type { DocumentApp } from '../document-app';
import type { HiddenAction, Step } from './steps';

export const CANARY = 'CANARY';
const PLAIN = 'here be dragons';
/** What is in a file whose name says that it is a picture. */
const PICTURES = {
  plain: drawn('#375'),
  hidden: drawn('#a33').then((picture) => Buffer.concat([picture, Buffer.from(CANARY)])),
};

function drawn(background: string): Promise<Buffer> {
  const width = 8;
  return sharp({ create: { width, height: width, channels: 3, background } })
    .png()
    .toBuffer();
}

/** What a player may know, or guess, of a document. */
export type Guess = { id: string; s3_key: string; version: string };

export interface World {
  campaign: string;
  player: TestPerson;
  gm: TestPerson;
  /** Public documents, in the order in which they were shown. */
  known: Guess[];
  /** Spoilers of this world, and as many that never were; those of the other world the other way round. */
  guesses: Guess[];
  /** Ids of spoilers of this world that were public for a moment. */
  shownForAMoment: ReadonlySet<string>;
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
  // Until every picture is made: when it is, depends on how much there is to do.
  const toMake = 'SELECT 1 FROM picture WHERE state = $1';
  do await service.makePictures();
  while ((await service.uow.query(toMake, ['waiting'])).length > 0);
  const nothing = (them: GameMaster, { everHidden }: GameMaster) =>
    everHidden.map(() => ({
      id: randomUUID(),
      s3_key: `campaigns/${them.campaign}/${randomUUID()}`,
      version: randomUUID(),
    }));
  return [
    left.world([...left.ofEverHidden(), ...nothing(left, right)]),
    right.world([...nothing(right, left), ...right.ofEverHidden()]),
  ];
}

class GameMaster {
  private known: CampaignDocument[] = [];
  private hidden: CampaignDocument[] = [];
  /** Also those that are deleted by now. */
  readonly everHidden: Omit<Guess, 'version'>[] = [];
  /** By document: the version of its file that was replaced last. */
  private readonly versions = new Map<string, string>();
  private readonly shownForAMoment = new Set<string>();
  /** Ids of documents whose files are pictures, whatever they are called by now. */
  private readonly pictures = new Set<string>();

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
    return {
      campaign: this.campaign,
      gm: this.gm,
      player: this.player,
      known: this.known.map((one) => this.guess(one)),
      guesses,
      shownForAMoment: this.shownForAMoment,
    };
  }

  ofEverHidden = (): Guess[] => this.everHidden.map((one) => this.guess(one));

  private guess = ({ id, s3_key }: Omit<Guess, 'version'>): Guess => ({
    id,
    s3_key,
    version: this.versions.get(id) ?? randomUUID(),
  });

  async take(step: Step, side: 'left' | 'right'): Promise<void> {
    switch (step.do) {
      case 'upload': {
        const early = step.hiddenAtFirst === side && (await this.upload(step.name, PLAIN, true));
        if (step.hiddenAtFirst !== 'nowhere')
          this.known.push(await this.upload(`before ${step.name}`, PLAIN, false));
        this.known.push(early || (await this.upload(step.name, PLAIN, false)));
        return early ? this.change(early, { is_spoilers: false }) : undefined;
      }
      case 'rename': {
        const document = pick(this.known, step.which);
        if (document) document.original_filename = step.name;
        return this.change(document, { original_filename: step.name });
      }
      case 'flip': {
        const document = pick(this.known, step.which);
        if (!document) return;
        this.known = this.known.filter((one) => one !== document);
        if (side === step.flippedIn) {
          await (step.by === 'delete and restore'
            ? this.removeAndRestore(document)
            : this.hideAndReveal(document, step.by));
          this.known.push(document);
        } else {
          await this.remove(document);
          const isPicture = this.pictures.has(document.id);
          this.known.push(await this.upload(document.original_filename, PLAIN, false, isPicture));
        }
        return;
      }
      case 'replace file':
      case 'replace file and undo':
        return this.replaceFile(pick(this.known, step.which), PLAIN, step.do);
      case 'delete': {
        const document = pick(this.known, step.which);
        this.known = this.known.filter((one) => one !== document);
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
      case 'delete':
      case 'delete for good': {
        const document = pick(this.hidden, action.which);
        this.hidden = this.hidden.filter((one) => one !== document);
        await this.remove(document);
        if (document && action.do === 'delete for good')
          await this.call('DELETE', `/api/documents/trash/${document.id}/`);
        return;
      }
      case 'replace file':
      case 'replace file and undo':
        return this.replaceFile(pick(this.hidden, action.which), CANARY, action.do);
      case 'delete and restore':
        return this.removeAndRestore(pick(this.hidden, action.which));
      case 'reveal and hide': {
        const document = pick(this.hidden, action.which);
        if (document) this.shownForAMoment.add(document.id);
        return this.toggle(document, [false, true]);
      }
      case 'show and hide':
      case 'show and take back': {
        const document = pick(this.hidden, action.which);
        if (!document) return;
        this.shownForAMoment.add(document.id);
        const show = `/api/documents/${document.id}/show/`;
        await this.call('POST', show);
        if (action.do === 'show and take back') await this.call('DELETE', show);
        else await this.change(document, { is_spoilers: true });
        return;
      }
      case 'tag and pin what is known':
        return this.change(pick(this.known, action.which), { tags: [CANARY], pinned: true });
    }
  }

  private async upload(
    name: string,
    text: string,
    spoilers: boolean,
    isPicture = name.endsWith('.png'),
  ): Promise<CampaignDocument> {
    const picture = await PICTURES[text === PLAIN ? 'plain' : 'hidden'];
    const content = isPicture ? picture : text;
    const document = await this.service.upload(this.gm, this.campaign, { name, content, spoilers });
    if (isPicture) this.pictures.add(document.id);
    return document;
  }

  private async hideAndReveal(document: CampaignDocument, by: string): Promise<void> {
    await this.change(document, { is_spoilers: true });
    if (by === 'hide, replace file and reveal') await this.replaceFile(document, PLAIN, by);
    await this.change(document, { is_spoilers: false });
  }

  private async replaceFile(
    document: CampaignDocument | undefined,
    text: string,
    what: string,
  ): Promise<void> {
    if (!document) return;
    const picture = await PICTURES[text === PLAIN ? 'plain' : 'hidden'];
    const content = this.pictures.has(document.id) ? picture : text;
    let changed = await this.service.replaceFile(this.gm, document, { content });
    if (what === 'replace file and undo') {
      const undo = `/api/documents/${document.id}/versions/${changed.replaced}/restore/`;
      changed = (await this.call('POST', undo)).body;
    }
    document.s3_key = changed.s3_key;
    this.versions.set(document.id, changed.replaced!);
  }

  private async toggle(document: CampaignDocument | undefined, to: boolean[]): Promise<void> {
    for (const is_spoilers of to) await this.change(document, { is_spoilers });
  }

  private async change(document: CampaignDocument | undefined, body: object): Promise<void> {
    if (!document) return;
    const changed = await this.call('PATCH', `/api/documents/${document.id}/`, body);
    document.s3_key = changed.body.s3_key;
  }

  private async removeAndRestore(document: CampaignDocument | undefined): Promise<void> {
    await this.remove(document);
    if (!document) return;
    const restored = await this.call('POST', `/api/documents/${document.id}/restore/`);
    document.s3_key = restored.body.s3_key;
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
