import { randomUUID } from 'node:crypto';
import type { CampaignDocument } from '@tomekeeper/contracts-document';
import type { Method, TestPerson } from '@tomekeeper/testing';
import sharp from 'sharp';
import { GM_CLASS } from '../../src/passages/audience-class';
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
export type Guess = { id: string; s3_key: string; version: string; passage: string; image: string };

export interface World {
  campaign: string;
  player: TestPerson;
  gm: TestPerson;
  /** Public documents, in the order in which they were shown. */
  known: Guess[];
  /** Spoilers of this world, and as many that never were; those of the other world the other way round. */
  guesses: Guess[];
  /** Of documents that the player sees; as many that never were in the other world. */
  hiddenPassages: { document: string; passage: string; image: string }[];
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
    // When a text is there depends on how much there is to do.
    await service.readTexts();
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
      passage: randomUUID(),
      image: randomUUID(),
    }));
  return [
    await left.world(
      [...(await left.ofEverHidden()), ...nothing(left, right)],
      [...(await left.hiddenPassages()), ...(await right.unknownPassages(left))],
    ),
    await right.world(
      [...nothing(right, left), ...(await right.ofEverHidden())],
      [...(await left.unknownPassages(right)), ...(await right.hiddenPassages())],
    ),
  ];
}

class GameMaster {
  private known: CampaignDocument[] = [];
  private hidden: CampaignDocument[] = [];
  /** Also those that are deleted by now. */
  readonly everHidden: Pick<Guess, 'id' | 's3_key'>[] = [];
  /** By document: the version of its file that was replaced last. */
  private readonly versions = new Map<string, string>();
  private readonly shownForAMoment = new Set<string>();
  /** Ids of documents of whose text players see a part. */
  private readonly mixed = new Set<string>();
  /** Ids of documents that texts link to: a link leads to what is revealed again, and to nothing that is made in its place. */
  private readonly linked = new Set<string>();
  /** What is in the files of documents, whatever they are called by now. */
  private readonly contents = new Map<string, Content>();

  private constructor(
    private readonly service: DocumentApp,
    private readonly gm: TestPerson,
    private readonly player: TestPerson,
    private readonly other: TestPerson,
    readonly campaign: string,
  ) {}

  static async begin(service: DocumentApp): Promise<GameMaster> {
    const join = (name: string) => service.identity.join(name);
    const [gm, player, other] = [await join('Gm'), await join('Player'), await join('Other')];
    return new GameMaster(service, gm, player, other, service.campaign(gm, [player, other]));
  }

  async world(guesses: Guess[], hiddenPassages: World['hiddenPassages']): Promise<World> {
    return {
      hiddenPassages,
      campaign: this.campaign,
      gm: this.gm,
      player: this.player,
      known: await Promise.all(this.known.map((one) => this.guess(one))),
      guesses,
      shownForAMoment: this.shownForAMoment,
    };
  }

  ofEverHidden = (): Promise<Guess[]> => Promise.all(this.everHidden.map((one) => this.guess(one)));

  private async guess({ id, s3_key }: Pick<Guess, 'id' | 's3_key'>): Promise<Guess> {
    const shown = await this.service.uow.query<{ id: string; image: string | null }>(
      `SELECT id, content ->> 'image' AS image FROM passage
        WHERE document_id = $1 AND audience_class IS DISTINCT FROM $2
        ORDER BY text LIKE '%${CANARY}%', position`,
      [id, GM_CLASS],
    );
    const version = this.versions.get(id) ?? randomUUID();
    const image = shown.find((one) => one.image !== null)?.image ?? randomUUID();
    return { id, s3_key, version, passage: shown[0]?.id ?? randomUUID(), image };
  }

  /** Of documents that players see. */
  async hiddenPassages(): Promise<World['hiddenPassages']> {
    return this.service.uow.query(
      `SELECT p.document_id AS document, p.id AS passage,
              coalesce(p.content ->> 'image', gen_random_uuid()::text) AS image FROM passage p JOIN document d ON d.id = p.document_id
        WHERE p.campaign_id = $1 AND d.id = ANY ($2::uuid[]) AND p.text LIKE '%${CANARY}%'
        ORDER BY array_position($2::uuid[], p.document_id), p.position`,
      [this.campaign, this.known.map(({ id }) => id)],
    );
  }

  /** As many as are hidden here, in the same documents of another world; there they never were. */
  async unknownPassages(there: GameMaster): Promise<World['hiddenPassages']> {
    const hidden = await this.hiddenPassages();
    // One picture may stand in several passages.
    const images = new Map(hidden.map(({ image }) => [image, randomUUID()]));
    return hidden.map(({ document, image }) => ({
      document: there.known[this.known.findIndex(({ id }) => id === document)]!.id,
      passage: randomUUID(),
      image: images.get(image)!,
    }));
  }

  async take(step: Step, side: 'left' | 'right'): Promise<void> {
    switch (step.do) {
      case 'upload': {
        const early = step.hiddenAtFirst === side && (await this.upload(step.name, PLAIN, true));
        // Its text is there before it is revealed.
        if (early) await this.service.readTexts();
        if (step.hiddenAtFirst !== 'nowhere')
          this.known.push(await this.upload(`before ${step.name}`, PLAIN, false));
        this.known.push(early || (await this.upload(step.name, PLAIN, false)));
        return early ? this.change(early, { is_spoilers: false }) : undefined;
      }
      case 'upload mixed':
        this.known.push(await this.uploadMixed(step.name, step[side]));
        return;
      case 'write a note':
        this.known.push(await this.writeNote(step.name, step[side]));
        return;
      case 'hand out':
        this.known.push(await this.handOut(step, side));
        return;
      case 'rename': {
        const document = pick(this.known, step.which);
        if (document) document.original_filename = step.name;
        return this.change(document, { original_filename: step.name });
      }
      case 'flip': {
        const document = pick(
          this.known.filter(({ id }) => !this.mixed.has(id) && !this.linked.has(id)),
          step.which,
        );
        if (!document) return;
        this.known = this.known.filter((one) => one !== document);
        if (side === step.flippedIn) {
          await (step.by === 'delete and restore'
            ? this.removeAndRestore(document)
            : this.hideAndReveal(document, step.by));
          this.known.push(document);
        } else {
          await this.remove(document);
          const what = this.contents.get(document.id);
          this.known.push(await this.upload(document.original_filename, PLAIN, false, what));
        }
        return;
      }
      case 'replace file':
      case 'replace file and undo':
        return this.replaceFile(
          pick(
            this.known.filter(({ kind }) => kind !== 'note'),
            step.which,
          ),
          PLAIN,
          step.do,
        );
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
        return this.replaceFile(
          pick(
            this.hidden.filter(({ kind }) => kind !== 'note'),
            action.which,
          ),
          CANARY,
          action.do,
        );
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
      case 'write a hidden note': {
        const link = `[${CANARY}](#d-${this.known[0]?.id ?? randomUUID()})`;
        const markdown = `${link}\n\n> [!secret]\n> ${CANARY}`;
        const body = { campaign: this.campaign, title: `${CANARY} ${action.words}`, markdown };
        const { body: note } = await this.call('POST', '/api/documents/notes/', body);
        this.hidden.push(note);
        // It has no file whose key could be guessed.
        const s3_key = `campaigns/${this.campaign}/${randomUUID()}`;
        this.everHidden.push({ id: note.id, s3_key });
        return;
      }
      case 'choose another player': {
        const document = pick(this.hidden, action.which);
        if (document) await this.reveal(document, 'all', this.other, `${CANARY} to another`);
        return;
      }
      case 'choose another player in what is known':
        for (const document of this.known) {
          if (!this.mixed.has(document.id)) continue;
          const { secret } = await this.passagesOf(document);
          if (secret.length > 0) await this.reveal(document, secret, this.other, undefined);
        }
        return;
      case 'tag and pin what is known':
        for (const document of this.known)
          if (this.mixed.has(document.id)) await this.pinParts(document);
        return this.change(pick(this.known, action.which), { tags: [CANARY], pinned: true });
    }
  }

  private async upload(
    name: string,
    text: string,
    spoilers: boolean,
    what = contentOf(name),
  ): Promise<CampaignDocument> {
    const content = await fileOf(what, text === PLAIN ? 'plain' : 'hidden', text);
    const file = { name, content, spoilers, contentType: TYPES[what] };
    const document = await this.service.upload(this.gm, this.campaign, file);
    this.contents.set(document.id, what);
    return document;
  }

  /** A document with some passages that players see, and others between them. */
  private async uploadMixed(name: string, hidden: readonly number[]): Promise<CampaignDocument> {
    const document = await this.service.upload(this.gm, this.campaign, {
      name: `${name}.html`,
      contentType: 'text/html',
      content: await mixedText(hidden),
    });
    this.mixed.add(document.id);
    await this.service.readTexts();
    await this.service.uow.query(
      `UPDATE passage SET audience_class = CASE WHEN text LIKE '%${CANARY}%' THEN $2::uuid END,
              page = position + 1, region = '{0,0,1,1}'
        WHERE document_id = $1`,
      [document.id, GM_CLASS],
    );
    return document;
  }

  /** A note with words that players see, and secrets that a GM writes, moves, joins and deletes between them. */
  private async writeNote(name: string, hidden: readonly number[]): Promise<CampaignDocument> {
    const secret = `> [!secret]\n> ${CANARY} dragons`;
    const { body: note } = await this.call('POST', '/api/documents/notes/', {
      campaign: this.campaign,
      title: name,
      is_spoilers: false,
      markdown: `# Here be dragons\n\n${secret}\n\nMore dragons`,
    });
    this.mixed.add(note.id);
    const url = `/api/documents/${note.id}`;
    const [, first, last] = (await this.call('GET', `${url}/editing/`)).body.passages;
    // Hidden passages link to what players see, and what they see to hidden documents, of which one world has more.
    const home = this.linkToKnown() ?? note.id;
    for (const [at, length] of hidden.entries()) {
      const id = randomUUID();
      const after = at % 2 === 0 ? null : last.id;
      const text = `${CANARY} dragons ${'x'.repeat(length)}`;
      const content = { inlines: [{ text, href: `#d-${home}` }] };
      const put = { kind: 'paragraph', content, id, after, from: [first.id] };
      await this.call('PATCH', `${url}/passages/`, { changes: [put] });
      const { version } = (await this.call('GET', `${url}/editing/`)).body;
      const moved = { ...put, from: [], after: first.id, base_version: version };
      if (at === 1) await this.call('PATCH', `${url}/passages/`, { changes: [moved] });
      await this.deleteAndRestore(note, id);
    }
    const inlines = [
      { text: 'Most dragons', href: `#d-${home}/p-${first.id}` },
      ...[0, 5].map((at) => ({
        text: ' of it',
        href: `#d-${this.hidden[at]?.id ?? randomUUID()}`,
      })),
    ];
    const said = { kind: 'paragraph', content: { inlines }, id: last.id, base_version: 1 };
    await this.call('PATCH', `${url}/passages/`, { changes: [said] });
    return note;
  }

  /** A spoiler of which players see some passages, between others that they do not, of which one is another player's. */
  private async handOut(
    { name, to, flippedIn, ...worlds }: Extract<Step, { do: 'hand out' }>,
    side: 'left' | 'right',
  ): Promise<CampaignDocument> {
    const link = `[and there](#d-${this.linkToKnown() ?? randomUUID()})`;
    // Of a counted list, a number that is missing would tell of a hidden item.
    const words = ['# Here be dragons', `1. ${link}`, '1. More dragons'].flatMap((one, at) => {
      const length = worlds[side][at];
      return length === undefined ? [one] : [`1. ${CANARY} dragons ${'x'.repeat(length)}`, one];
    });
    const markdown = words.join('\n\n');
    const body = { campaign: this.campaign, title: `${CANARY} ${name}`, markdown };
    const { body: note } = await this.call('POST', '/api/documents/notes/', body);
    this.mixed.add(note.id);
    const { plain, secret } = await this.passagesOf(note);
    if (secret[0]) await this.reveal(note, [secret[0]], this.other, `${CANARY} to another`);
    const whom = to === 'party' ? 'party' : this.player;
    await this.reveal(note, plain, whom, name);
    const [, flipped = ''] = plain;
    if (side === flippedIn) await this.reveal(note, [flipped], 'gm', undefined);
    else await this.writeAnew(note, flipped);
    const { plain: now } = await this.passagesOf(note);
    await this.reveal(note, now, whom, undefined);
    return note;
  }

  /** The first document that players see, for a link to it. */
  private linkToKnown(): string | undefined {
    const id = this.known[0]?.id;
    if (id !== undefined) this.linked.add(id);
    return id;
  }

  /** Deletes a passage of a note, and writes another with its words in its place. */
  private async writeAnew({ id: note }: CampaignDocument, passage: string): Promise<void> {
    const url = `/api/documents/${note}`;
    const { body } = await this.call('GET', `${url}/editing/`);
    const at = body.passages.findIndex(({ id }: { id: string }) => id === passage);
    const { version, kind, content } = body.passages[at];
    const after = body.passages[at - 1].id;
    const removed = [{ id: passage, base_version: version }];
    await this.call('PATCH', `${url}/passages/`, { removed });
    const changes = [{ id: randomUUID(), kind, content, after }];
    await this.call('PATCH', `${url}/passages/`, { changes });
  }

  /** Those of a text that both worlds have, and those that they differ by. */
  private async passagesOf({ id }: CampaignDocument) {
    const url = `/api/documents/${id}/passages/?limit=500`;
    const all: { id: string; text: string }[] = (await this.call('GET', url)).body.passages;
    const ids = (isSecret: boolean) =>
      all.filter(({ text }) => text.includes(CANARY) === isSecret).map((one) => one.id);
    return { plain: ids(false), secret: ids(true) };
  }

  private async reveal(
    { id }: CampaignDocument,
    passages: 'all' | string[],
    to: 'gm' | 'party' | TestPerson,
    public_title: string | undefined,
  ): Promise<void> {
    const audience = typeof to === 'string' ? to : { players: [to.id] };
    await this.call('PUT', `/api/documents/${id}/audience/`, { passages, audience, public_title });
  }

  /** Deletes a passage of a note, and has the note's text be again as it was. */
  private async deleteAndRestore({ id: note }: CampaignDocument, passage: string): Promise<void> {
    const url = `/api/documents/${note}`;
    const { body } = await this.call('GET', `${url}/editing/`);
    const found = body.passages.find(({ id }: { id: string }) => id === passage);
    await this.service.uow.query(
      `UPDATE note_version SET began_at = began_at - interval '1 hour' WHERE document_id = $1`,
      [note],
    );
    const removed = [{ id: passage, base_version: found.version }];
    await this.call('PATCH', `${url}/passages/`, { removed });
    const { versions } = (await this.call('GET', `${url}/text-versions/`)).body;
    const [, before] = versions;
    await this.call('POST', `${url}/text-versions/${before.id}/restore/`);
    this.versions.set(note, before.id);
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
    const which = text === PLAIN ? 'plain' : 'hidden';
    const kind = this.contents.get(document.id) ?? 'text';
    const file = this.mixed.has(document.id)
      ? {
          name: 'other.html',
          contentType: 'text/html',
          content: await mixedText([what.length, text.length]),
        }
      : {
          name: document.original_filename,
          contentType: TYPES[kind],
          content: await fileOf(kind, which, text),
        };
    let changed = await this.service.replaceFile(this.gm, document, file);
    // Or it is a matter of chance whether it was ever read.
    await this.service.readTexts();
    if (what === 'replace file and undo') {
      const undo = `/api/documents/${document.id}/versions/${changed.replaced}/restore/`;
      changed = (await this.call('POST', undo)).body;
    }
    document.s3_key = changed.s3_key;
    this.versions.set(document.id, changed.replaced!);
  }

  private async pinParts({ id: document }: CampaignDocument): Promise<void> {
    const { body } = await this.call('GET', `/api/documents/${document}/outline/`);
    const pin = { tags: [CANARY], pinned: true };
    for (const { id } of body)
      await this.call('PATCH', `/api/documents/${document}/parts/${id}/`, pin);
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

/**
 * A page with passages that players see, and before each one that they do not, of a length. What they see links to both; what
 * is hidden in one world alone links to the third. There are pictures in both.
 */
async function mixedText(hidden: readonly number[]): Promise<string> {
  const secretPicture = await pictureOf('hidden', `${CANARY} lair`);
  return [
    '<h1 id="here">Here be dragons</h1>',
    `<p>and <a href="#here">there</a> <a href="#secret">and there</a></p>${await pictureOf('plain')}`,
    '<h1 id="home">More dragons</h1>',
  ]
    .map((text, at) => {
      const length = hidden[at];
      const words = `${CANARY} dragons ${'x'.repeat(length ?? 0)}`;
      const secret = at === 0 ? `<p>${words}` : `<p id="secret">${words} <a href="#home">home</a>`;
      return length === undefined ? text : `${secret}</p>${secretPicture}${text}`;
    })
    .join('');
}

type Content = 'text' | 'picture' | 'page' | 'other';
const TYPES: Record<Content, string> = {
  text: 'text/plain',
  picture: 'image/png',
  page: 'text/html',
  other: 'application/octet-stream',
};

const contentOf = (name: string): Content =>
  name.endsWith('.png')
    ? 'picture'
    : name.endsWith('.html')
      ? 'page'
      : name.endsWith('.txt')
        ? 'text'
        : 'other';

async function fileOf(
  what: Content,
  which: keyof typeof PICTURES,
  text: string,
): Promise<Buffer | string> {
  if (what === 'picture') return PICTURES[which];
  return what === 'page'
    ? `<!doctype html><p>${text}</p>${await pictureOf(which, text)}<p>${text}</p>`
    : text;
}

async function pictureOf(which: keyof typeof PICTURES, alt = 'dragon'): Promise<string> {
  const bytes = await PICTURES[which];
  return `<img alt="${alt}" src="data:image/png;base64,${bytes.toString('base64')}">`;
}

const pick = <T>(list: readonly T[], which: number): T | undefined => list[which % list.length];
