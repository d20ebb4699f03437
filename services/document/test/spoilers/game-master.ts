import { randomUUID } from 'node:crypto';
import { nameHref, type CampaignDocument } from '@tomekeeper/contracts-document';
import type { Method, TestPerson } from '@tomekeeper/testing';
import { GM_CLASS, PARTY_CLASS } from '@tomekeeper/visibility';
import type { DocumentApp, UploadOptions } from '../document-app';
import type { FlippedBy, HiddenAction, Step } from './steps';
import {
  CANARY,
  contentOf,
  fileOf,
  mixedText,
  pictureOver,
  PLAIN,
  SESSION_START,
  TYPES,
  type Content,
} from './world-files';
import type { Guess, World } from './worlds';

/** A tag that players get. */
const FOLDER = 'places';

/** Plays the steps of one world. */
export class GameMaster {
  private known: CampaignDocument[] = [];
  private hidden: CampaignDocument[] = [];
  /** Handouts with their own ids, and whether only the player reads them. */
  private handouts: { id: string; s3_key: string; isOfPlayer: boolean }[] = [];
  /** Deleted documents included. */
  readonly everHidden: Pick<Guess, 'id' | 's3_key'>[] = [];
  /** By document: the version of its file that was replaced last. */
  private readonly versions = new Map<string, string>();
  private readonly shownForAMoment = new Set<string>();
  /** Ids of partly visible documents. */
  private readonly mixed = new Set<string>();
  /** Ids of linked documents: a link leads to a document that is revealed again, but not to a replacement. */
  private readonly linked = new Set<string>();
  /** Content of files, independent of their title. */
  private readonly contents = new Map<string, Content>();
  /** Ids of spoilers of which the player alone sees something, by this stay. */
  private readonly ofPlayer = new Set<string>();
  /** Revocations in the change feed, by step. */
  private readonly takings: string[] = [];

  private constructor(
    private readonly service: DocumentApp,
    private readonly gm: TestPerson,
    private readonly player: TestPerson,
    private readonly other: TestPerson,
    private readonly former: TestPerson,
    readonly campaign: string,
  ) {}

  static async begin(service: DocumentApp): Promise<GameMaster> {
    const join = (name: string) => service.identity.join(name);
    const [gm, player] = [await join('Gm'), await join('Player')];
    const [other, former] = [await join('Other'), await join('Former')];
    const campaign = service.campaign(gm, [player, other, former]);
    const body = { campaign, tag: FOLDER, is_shared: true };
    const shared = await service.call('POST', '/api/documents/shared-tags/', { as: gm, body });
    if (shared.status !== 200) throw new Error('The folder of players was not shared.');
    return new GameMaster(service, gm, player, other, former, campaign);
  }

  async world(guesses: Guess[], hiddenPassages: World['hiddenPassages']): Promise<World> {
    this.service.leave(this.campaign, this.former);
    for (const document of [...this.known, ...this.handouts]) await this.comment(document);
    await this.open([...this.known, ...this.handouts]);
    return {
      hiddenPassages,
      campaign: this.campaign,
      gm: this.gm,
      player: this.player,
      other: this.other,
      former: this.former,
      takings: this.takings,
      known: await Promise.all([...this.known, ...this.handouts].map((one) => this.guess(one))),
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
    const [comment] = await this.service.uow.query<{ id: string }>(
      `SELECT id FROM comment WHERE document_id = $1
        ORDER BY text LIKE '%${CANARY}%', text = 'Seen' DESC LIMIT 1`,
      [id],
    );
    return {
      ...{ id, s3_key, version, image },
      ...{ passage: shown[0]?.id ?? randomUUID(), comment: comment?.id ?? randomUUID() },
    };
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
    // Several passages may share an image.
    const images = new Map(hidden.map(({ image }) => [image, randomUUID()]));
    return hidden.map(({ document, image }) => ({
      document: there.known[this.known.findIndex(({ id }) => id === document)]!.id,
      passage: randomUUID(),
      image: images.get(image)!,
    }));
  }

  /** The player opened these documents, with own comments, before their passages and the comments of others were written. */
  private async open(documents: readonly Pick<Guess, 'id'>[]): Promise<void> {
    const ids = documents.map(({ id }) => id);
    await this.service.uow.query(
      `WITH opened AS (
         INSERT INTO document_read (reader, document_id, campaign_id, person, at)
         SELECT $1, id, $2, $3, now() FROM unnest($4::uuid[]) AS d (id)),
       noted AS (UPDATE note SET saved_at = clock_timestamp() WHERE document_id = ANY ($4::uuid[])),
       commented AS (
         UPDATE comment SET created_at = now() + array_position($4::uuid[], document_id) * interval '1 microsecond'
          WHERE document_id = ANY ($4::uuid[]) AND person <> $3)
       UPDATE passage SET born_at = now() + array_position($4::uuid[], document_id) * interval '1 microsecond'
        WHERE document_id = ANY ($4::uuid[])`,
      [this.service.membership(this.campaign, this.player), this.campaign, this.player.id, ids],
    );
  }

  /** A comment of the player with an answer, and comments of the GM that the player does not see, as many as there are secrets. */
  private async comment(document: Pick<Guess, 'id'>): Promise<void> {
    const url = `/api/documents/${document.id}`;
    const write = (as: TestPerson, passage: string, text: string) =>
      this.service.call('POST', `${url}/comments/`, {
        ...{ as, body: { passage, text, idempotency_key: randomUUID() } },
      });
    const { body } = await this.service.call('GET', `${url}/passages/`, { as: this.player });
    const [seen] = body.passages as { id: string }[];
    if (!seen) return;
    await write(this.player, seen.id, 'Seen');
    await write(this.gm, seen.id, 'An answer');
    const { secret } = await this.passagesOf(document);
    for (const passage of secret) {
      await write(this.gm, passage, CANARY);
      // As if the passage was hidden since, with a comment of the player.
      await this.service.uow.query(
        `WITH own AS (
           INSERT INTO comment (campaign_id, document_id, passage_id, membership_id, person, is_by_gm, audience_class, text, creation_key)
           VALUES ($3, $4, $1, $5, $6, false, $2, $7, gen_random_uuid()))
         UPDATE comment SET audience_class = $2 WHERE passage_id = $1`,
        [
          ...[passage, PARTY_CLASS, this.campaign, document.id],
          ...[this.service.membership(this.campaign, this.player), this.player.id, CANARY],
        ],
      );
      // As if the passage was revealed since, to the party and to more players.
      for (const audience of ['gm', 'others'])
        await this.service.uow.query(
          `INSERT INTO comment (campaign_id, document_id, passage_id, person, is_by_gm, audience_class, text, creation_key)
           SELECT $1, $2, $3, $4, true, CASE WHEN $5 = 'gm' THEN $6::uuid ELSE c.id END, $7, gen_random_uuid()
             FROM (SELECT id FROM audience_class WHERE campaign_id = $1 AND memberships = ARRAY[$8::uuid]
                   UNION ALL SELECT $6::uuid LIMIT 1) c`,
          [
            ...[this.campaign, document.id, seen.id, this.gm.id, audience, GM_CLASS, CANARY],
            this.service.membership(this.campaign, this.other),
          ],
        );
    }
  }

  /** Runs a step. */
  async take(step: Step, side: 'left' | 'right'): Promise<void> {
    if (step.do === 'hidden actions') return this.actAll(step[side]);
    const before = await this.taken();
    await this.play(step, side);
    const isTaken = (await this.taken()) > before;
    this.takings.push(`${step.do}: ${isTaken}`);
  }

  /** Changes of hidden content take nothing from players, except content that they saw for a moment. */
  private async actAll(actions: readonly HiddenAction[]): Promise<void> {
    for (const action of actions) {
      const before = await this.taken();
      await this.act(action);
      const isTaken = (await this.taken()) > before;
      if (isTaken && !FOR_A_MOMENT.has(action.do)) this.takings.push(action.do);
    }
  }

  /** The newest change that took something from this player. */
  private async taken(): Promise<number> {
    const membership = this.service.membership(this.campaign, this.player);
    const url = `/internal/campaigns/${this.campaign}/change-numbers?membership=${membership}`;
    const token = await this.service.tokenOfSearch();
    const { body } = await this.service.call('GET', url, { token });
    return body.restricting?.party ?? 0;
  }

  private async play(
    step: Exclude<Step, { do: 'hidden actions' }>,
    side: 'left' | 'right',
  ): Promise<void> {
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
        this.known.push(await this.writeNote(step, side));
        return;
      case 'hand out':
        this.known.push(await this.handOut(step, side));
        return;
      case 'hand out apart':
        return this.handOutApart(step, side);
      case 'make editable':
        return this.makeEditable(step, side);
      case 'write a recap':
        this.known.push(await this.writeRecap(side));
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
          await this.nameUnseen(document);
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
      case 'new version': {
        const text = await mixedText(step[side], ` ${CANARY}`);
        return this.replaceFile(this.mixedFile(step.which), PLAIN, step.do, pageOf(text));
      }
      case 'draw over': {
        const content = await pictureOver(side);
        const file = { name: 'drawn.png', contentType: TYPES.picture, content };
        return this.replaceFile(this.mixedFile(step.which), PLAIN, step.do, file);
      }
      case 'give file':
        return this.giveFile(this.mixedFile(step.which));
      case 'show passages':
        return this.showPassages(
          pick(
            this.known.filter(({ id }) => this.mixed.has(id)),
            step.which,
          ),
        );
      case 'leave and come back':
        return this.leaveAndComeBack(step[side]);
    }
  }

  /** A partly visible file. */
  private mixedFile(which: number): CampaignDocument | undefined {
    const files = this.known.filter(({ id, kind }) => this.mixed.has(id) && kind === 'file');
    return pick(files, which);
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
      case 'categorize':
        await this.change(pick(this.known, action.which), { aliases: [{ name: CANARY }] });
        return this.change(pick(this.hidden, action.which), {
          category: 'event',
          aliases: [{ name: CANARY, audience: 'readers' }],
        });
      case 'choose a hidden portrait': {
        const portrait = this.hidden.findLast(({ content_type }) => isPicture(content_type))?.id;
        if (portrait) await this.change(pick(this.known, action.which), { portrait });
        return;
      }
      case 'write a hidden note': {
        const link = `[${CANARY}](#d-${this.known[0]?.id ?? randomUUID()})`;
        const markdown = `${link}\n\n> [!secret]\n> ${CANARY}`;
        const body = { campaign: this.campaign, title: `${CANARY} ${action.words}`, markdown };
        const { body: note } = await this.call('POST', '/api/documents/notes/', body);
        return this.hide(note);
      }
      case 'choose another player': {
        const document = pick(this.hidden, action.which);
        if (document) await this.reveal(document, 'all', this.other, `${CANARY} to another`);
        return;
      }
      case 'choose another player on the knowledge page':
        for (const document of this.known) {
          if (!this.mixed.has(document.id)) continue;
          const { secret } = await this.passagesOf(document);
          const title = `${CANARY} to another`;
          if (secret.length > 0) await this.reveal(document, secret, this.other, title);
        }
        return;
      case 'choose another player and take it back': {
        const document = pick(this.hidden, action.which);
        if (!document) return;
        const title = `${CANARY} to another`;
        const act = await this.reveal(document, 'all', this.other, title);
        if (act !== null) await this.call('DELETE', `/api/documents/${document.id}/acts/${act}/`);
        return;
      }
      case 'show another player without keeping': {
        const document = pick(this.hidden, action.which);
        const players = [this.other.id];
        const show = { keep: false, players, public_title: CANARY };
        // Some files have neither text nor image to show.
        if (document) await this.tryTo('POST', `/api/documents/${document.id}/show/`, show);
        return;
      }
      case 'hand another player a handout': {
        const note = pick(
          this.hidden.filter(({ kind }) => kind === 'note'),
          action.which,
        );
        const title = `${CANARY} to another`;
        if (note) await this.reveal(note, 'all', this.other, title, 'new');
        return;
      }
      case 'view as players':
        return this.viewAsPlayers();
      case 'tag and pin the visible documents':
        for (const document of this.known)
          if (this.mixed.has(document.id)) await this.pinParts(document);
        return this.tag(pick(this.known, action.which), [CANARY, `${FOLDER}/${CANARY}`]);
    }
  }

  private async upload(
    name: string,
    text: string,
    spoilers: boolean,
    what = contentOf(name),
  ): Promise<CampaignDocument> {
    const content = await fileOf(what, text === PLAIN ? 'plain' : 'hidden', text);
    const file = { name, content, spoilers, contentType: TYPES[what], tags: [FOLDER] };
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
  private async writeNote(
    { name, flippedIn, ...worlds }: Extract<Step, { do: 'write a note' }>,
    side: 'left' | 'right',
  ): Promise<CampaignDocument> {
    const hidden = worlds[side];
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
    // Hidden passages link to visible content, and visible content links to hidden documents, which differ between the
    // worlds.
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
      ...[
        ...[0, 5].map((at) => this.hidden[at]?.original_filename ?? CANARY),
        // Titles of visible documents, of documents that one world hides, and of visible ones while they were hidden.
        ...['map.png', 'Zebra', `${CANARY} lich.txt`, `${CANARY} before rules.txt`],
      ].map((name) => ({ text: ' by name', href: nameHref({ name })! })),
    ];
    const said = { kind: 'paragraph', content: { inlines }, id: last.id, base_version: 1 };
    await this.call('PATCH', `${url}/passages/`, { changes: [said] });
    if (side === flippedIn) {
      const momentary = await this.write(note, { after: last.id, from: [first.id] });
      await this.reveal(note, [momentary], 'party', undefined);
      const act = await this.reveal(note, [momentary], 'gm', undefined);
      // Text written while the note was hidden is hidden after undo.
      await this.rewrite(note, momentary);
      await this.call('DELETE', `${url}/acts/${act}/`);
      await this.nameUnseen(note);
    } else await this.deletePassage(note, await this.write(note, { after: last.id, from: [] }));
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
    const momentary =
      side === flippedIn && secret[0] ? secret[0] : await this.write(note, { after: now[0] ?? '' });
    await this.reveal(note, [momentary], whom, name);
    if (momentary === secret[0]) await this.reveal(note, [momentary], 'gm', undefined);
    else await this.deletePassage(note, momentary);
    await this.patch(note, { category: side === 'left' ? 'faction' : 'event' });
    await this.changeHandout(note, note.id, { category: 'person' });
    const [first] = this.known;
    if (first && this.linked.has(first.id) && isPicture(first.content_type))
      await this.changeHandout(note, note.id, { portrait: first.id });
    if (to === 'player') this.ofPlayer.add(note.id);
    return note;
  }

  /** A spoiler with a handout for players, and one for another player; secrets are in the source alone. */
  private async handOutApart(
    { name, to, flippedIn, ...worlds }: Extract<Step, { do: 'hand out apart' }>,
    side: 'left' | 'right',
  ): Promise<void> {
    const link = `[and there](#d-${this.linkToKnown() ?? randomUUID()})`;
    const secrets = worlds[side].map((length) => `1. ${CANARY} dragons ${'x'.repeat(length)}`);
    const markdown = ['# Here be dragons', ...secrets, `1. ${link}`, '1. More dragons'].join(
      '\n\n',
    );
    const body = { campaign: this.campaign, title: `${CANARY} ${name}`, markdown };
    const { body: note } = await this.call('POST', '/api/documents/notes/', body);
    const { plain, secret } = await this.passagesOf(note);
    const [hidden = ''] = secret;
    await this.reveal(note, [hidden], this.other, `${CANARY} to another`, 'new');
    const whom = to === 'party' ? 'party' : this.player;
    const { handout } = await this.setAudience(note, plain, whom, name, 'new');
    await this.patch(note, { category: side === 'left' ? 'faction' : 'event' });
    await this.changeHandout(note, handout, { category: 'item' });
    const [heading = '', joined = ''] = plain;
    if (side === flippedIn) await this.joinTo(note, joined, hidden);
    else await this.deletePassage(note, joined);
    const act = await this.reveal(note, [heading], 'gm', undefined);
    await this.call('DELETE', `/api/documents/${note.id}/acts/${act}/`);
    // Notes have no file with a key to guess.
    const key = () => `campaigns/${this.campaign}/${randomUUID()}`;
    this.handouts.push({ id: handout!, s3_key: key(), isOfPlayer: to === 'player' });
    this.everHidden.push({ id: note.id, s3_key: key() });
  }

  /** Two notes that were files, of which players get one original. */
  private async makeEditable(
    { name, secretIn }: Extract<Step, { do: 'make editable' }>,
    side: 'left' | 'right',
  ): Promise<void> {
    const secret = side === secretIn ? `\n\n${CANARY} in the file` : '';
    for (const [title, file, isReleased] of [
      [name, `# Here be dragons${secret}`, false],
      [`other ${name}`, '# More dragons', true],
    ] as const) {
      const note = await this.service.upload(this.gm, this.campaign, {
        ...{ name: `${title}.md`, contentType: 'text/markdown', content: file },
        spoilers: true,
      });
      await this.service.readTexts();
      await this.call('POST', `/api/documents/${note.id}/editable/`);
      const { plain, secret: hidden } = await this.passagesOf(note);
      for (const passage of hidden) await this.deletePassage(note, passage);
      await this.patch(note, { is_spoilers: false });
      if (isReleased)
        await this.call('PUT', `/api/documents/${note.id}/original/`, { audience: 'readers' });
      if (isReleased && side === secretIn) {
        const place = { after: plain[0] ?? '', seen_by: 'gm' } as const;
        const passage = await this.write(note, place);
        await this.rewrite(note, passage);
        await this.deletePassage(note, passage);
        await this.write(note, place);
      }
      // Its text is that of a note, and differs between the worlds.
      this.mixed.add(note.id);
      this.known.push({ ...note, kind: 'note' });
    }
  }

  /** A revealed recap of the life until now. Its sentences differ between the worlds in those for GMs. */
  private async writeRecap(side: 'left' | 'right'): Promise<CampaignDocument> {
    // Texts become visible before the recap quotes them.
    await this.service.readTexts();
    const body = {
      ...{ campaign: this.campaign, title: 'Recap' },
      ...{ from: SESSION_START, until: atHours(1) },
      ...(side === 'left' && { checklist: [{ text: `${CANARY} dies`, done: false }] }),
    };
    const { body: note } = await this.call('POST', '/api/documents/recaps/', body);
    await this.patch(note, { is_spoilers: false });
    this.mixed.add(note.id);
    return note;
  }

  /** Joins a passage of a note to another one. */
  private async joinTo({ id: note }: CampaignDocument, to: string, joined: string): Promise<void> {
    const place = await this.editedPassage(note, to);
    const { version } = await this.editedPassage(note, joined);
    const content = { ...place.content, inlines: [{ text: `More dragons ${CANARY}` }] };
    const { kind } = place;
    const changes = [{ id: to, kind, content, from: [to, joined], base_version: place.version }];
    const removed = [{ id: joined, base_version: version }];
    await this.call('PATCH', `/api/documents/${note}/passages/`, { changes, removed });
  }

  /** Writes a secret into a note. @returns the passage */
  private async write(
    { id: note }: CampaignDocument,
    { after, from = [], ...seen }: { after: string; from?: string[]; seen_by?: 'gm' },
  ): Promise<string> {
    const id = randomUUID();
    const content = { inlines: [{ text: `${CANARY} for a moment` }] };
    const changes = [{ id, kind: 'paragraph', content, after, from, ...seen }];
    await this.call('PATCH', `/api/documents/${note}/passages/`, { changes });
    return id;
  }

  private async rewrite({ id: note }: CampaignDocument, passage: string): Promise<void> {
    const { version, kind } = await this.editedPassage(note, passage);
    const content = { inlines: [{ text: `${CANARY} written since` }] };
    const changes = [{ id: passage, kind, content, base_version: version }];
    await this.call('PATCH', `/api/documents/${note}/passages/`, { changes });
  }

  private async editedPassage(note: string, passage: string) {
    const { body } = await this.call('GET', `/api/documents/${note}/editing/`);
    return body.passages.find(({ id }: { id: string }) => id === passage);
  }

  private async deletePassage({ id: note }: CampaignDocument, passage: string): Promise<void> {
    const { version } = await this.editedPassage(note, passage);
    const removed = [{ id: passage, base_version: version }];
    await this.call('PATCH', `/api/documents/${note}/passages/`, { removed });
  }

  /** Replaces a file by one without hidden passages, and gives it to players. */
  private async giveFile(document: CampaignDocument | undefined): Promise<void> {
    if (!document) return;
    await this.replaceFile(document, PLAIN, 'give file', pageOf(await mixedText([])));
    // New text in a file with formerly hidden passages is for GMs.
    await this.reveal(document, 'all', 'party', undefined);
    await this.change(document, { give_file: true });
    this.mixed.delete(document.id);
    // Its text differs from that of a replacement.
    this.linked.add(document.id);
  }

  private async showPassages(document: CampaignDocument | undefined): Promise<void> {
    if (!document) return;
    const { plain } = await this.passagesOf(document);
    if (plain.length === 0) return;
    const shown = { passages: plain.slice(0, 2), public_title: 'shown' };
    await this.call('POST', `/api/documents/${document.id}/show/`, shown);
    this.ofPlayer.delete(document.id);
  }

  /** The player is shown so many spoilers, goes, and comes back: nothing of that was ever for who they are now. */
  private async leaveAndComeBack(shown: number): Promise<void> {
    for (let n = 0; n < shown; n += 1) {
      const markdown = `${CANARY} for who left`;
      const body = { campaign: this.campaign, title: `${CANARY} ${n}`, markdown };
      const { body: note } = await this.call('POST', '/api/documents/notes/', body);
      await this.reveal(note, 'all', this.player, `${CANARY} for who left`);
      this.hide(note);
    }
    for (const document of this.known.filter(({ id }) => this.ofPlayer.has(id)))
      this.hide(document);
    this.known = this.known.filter(({ id }) => !this.ofPlayer.has(id));
    this.ofPlayer.clear();
    for (const { id, isOfPlayer } of this.handouts)
      if (isOfPlayer)
        this.everHidden.push({ id, s3_key: `campaigns/${this.campaign}/${randomUUID()}` });
    this.handouts = this.handouts.filter(({ isOfPlayer }) => !isOfPlayer);
    this.service.leave(this.campaign, this.player);
    this.service.join(this.campaign, this.player);
  }

  /** A note has no file with a key to guess. */
  private hide(note: CampaignDocument): void {
    this.hidden.push(note);
    const s3_key = `campaigns/${this.campaign}/${randomUUID()}`;
    this.everHidden.push({ id: note.id, s3_key });
  }

  private async viewAsPlayers(): Promise<void> {
    const url = '/api/documents/';
    for (const viewAs of ['party', this.player.id, this.other.id]) {
      const headers = { 'x-view-as': viewAs };
      const list = `${url}?campaign=${this.campaign}`;
      const { body } = await this.call('GET', list, undefined, headers);
      for (const { id } of body)
        for (const what of ['passages', 'outline', 'backlinks'])
          await this.call('GET', `${url}${id}/${what}/`, undefined, headers);
    }
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

  /** Passages that both worlds have, and those that differ. */
  private async passagesOf({ id }: Pick<Guess, 'id'>) {
    const url = `/api/documents/${id}/passages/?limit=500`;
    const all: { id: string; text: string }[] = (await this.call('GET', url)).body.passages;
    const ids = (isSecret: boolean) =>
      all.filter(({ text }) => text.includes(CANARY) === isSecret).map((one) => one.id);
    return { plain: ids(false), secret: ids(true) };
  }

  private async reveal(
    document: CampaignDocument,
    passages: 'all' | string[],
    to: 'gm' | 'party' | TestPerson,
    public_title: string | undefined,
    handout?: 'new',
  ): Promise<string | null> {
    return (await this.setAudience(document, passages, to, public_title, handout)).act;
  }

  private async setAudience(
    { id }: CampaignDocument,
    passages: 'all' | string[],
    to: 'gm' | 'party' | TestPerson,
    public_title: string | undefined,
    handout: 'new' | undefined,
  ): Promise<{ act: string | null; handout?: string }> {
    const audience = typeof to === 'string' ? to : { players: [to.id] };
    const body = { passages, audience, public_title, handout };
    return (await this.call('PUT', `/api/documents/${id}/audience/`, body)).body;
  }

  /** Deletes a passage of a note and restores the note's text. */
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

  private async hideAndReveal(document: CampaignDocument, by: FlippedBy): Promise<void> {
    const { act } = await this.patch(document, { is_spoilers: true });
    if (by.startsWith('hide, retitle and ') && !(await this.retitle(document, by, act))) return;
    if (by === 'hide and take back' || by === 'hide, retitle and take back') {
      const url = `/api/documents/${document.id}`;
      await this.call('DELETE', `${url}/acts/${act}/`);
      // A revealed document has its file under another key.
      const { body } = await this.call('GET', `/api/documents/?campaign=${this.campaign}`);
      const found = (body as CampaignDocument[]).find(({ id }) => id === document.id);
      document.s3_key = found!.s3_key;
      return;
    }
    if (by === 'hide, replace file and reveal') await this.replaceFile(document, PLAIN, by);
    await this.change(document, { is_spoilers: false });
  }

  /**
   * One GM sets a title for GMs only. Another GM, who has the old title, tries to reveal the document, is rejected, and
   * restores the old title.
   * @returns whether the reveal was rejected; otherwise players see the title
   */
  private async retitle(
    document: CampaignDocument,
    by: FlippedBy,
    act: string | undefined,
  ): Promise<boolean> {
    const { original_filename } = document;
    const url = `/api/documents/${document.id}/`;
    const seen_title = original_filename;
    await this.change(document, { original_filename: `${CANARY} ${original_filename}` });
    const isRefused = await (by === 'hide, retitle and take back'
      ? this.tryTo('DELETE', `${url}acts/${act}/`)
      : by === 'hide, retitle and show'
        ? this.tryTo('POST', `${url}show/`, { seen_title })
        : this.tryTo('PATCH', url, { is_spoilers: false, seen_title }));
    if (isRefused) await this.change(document, { original_filename });
    return isRefused;
  }

  /** Renames a visible document as a GM whose client shows it as hidden. */
  private async nameUnseen(document: CampaignDocument): Promise<void> {
    const url = `/api/documents/${document.id}/`;
    const title = `${CANARY} ${document.original_filename}`;
    const title_seen_by = 'gm';
    if (document.kind === 'note')
      await this.call('PATCH', `${url}passages/`, { title, title_seen_by });
    else await this.tryTo('PATCH', url, { original_filename: title, title_seen_by });
  }

  /** @returns whether it was refused, as it stands otherwise by now */
  private async tryTo(method: Method, url: string, body?: object): Promise<boolean> {
    const { status } = await this.service.call(method, url, { as: this.gm, body });
    if (status >= 300 && status !== 409) throw new Error(`${method} ${url}: ${status}`);
    return status === 409;
  }

  private async replaceFile(
    document: CampaignDocument | undefined,
    text: string,
    what: string,
    file?: UploadOptions,
  ): Promise<void> {
    if (!document) return;
    file ??= await this.otherFile(document, text, what);
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

  private async otherFile(
    { id, original_filename: name }: CampaignDocument,
    text: string,
    what: string,
  ): Promise<UploadOptions> {
    if (this.mixed.has(id)) return pageOf(await mixedText([what.length, text.length]));
    const kind = this.contents.get(id) ?? 'text';
    const content = await fileOf(kind, text === PLAIN ? 'plain' : 'hidden', text);
    return { name, contentType: TYPES[kind], content };
  }

  private async pinParts({ id: document }: CampaignDocument): Promise<void> {
    const { body } = await this.call('GET', `/api/documents/${document}/outline/`);
    const pin = { tags: [CANARY], pinned: true };
    for (const { id } of body)
      await this.call('PATCH', `/api/documents/${document}/parts/${id}/`, pin);
  }

  private async changeHandout(
    { id }: CampaignDocument,
    handout: string | undefined,
    body: object,
  ): Promise<void> {
    await this.call('PATCH', `/api/documents/${id}/handouts/${handout}/`, body);
  }

  /** Adds tags that players do not get, and pins. Notes that GMs write have no tags that players get. */
  private async tag(document: CampaignDocument | undefined, tags: string[]): Promise<void> {
    const isFile = document !== undefined && this.contents.has(document.id);
    const all = isFile ? [FOLDER, ...tags] : tags.slice(0, 1);
    await this.change(document, { tags: all, pinned: true });
  }

  private async toggle(document: CampaignDocument | undefined, to: boolean[]): Promise<void> {
    for (const is_spoilers of to) await this.change(document, { is_spoilers });
  }

  private async change(document: CampaignDocument | undefined, body: object): Promise<void> {
    if (document) await this.patch(document, body);
  }

  /** @returns the document as its GM has it now */
  private async patch(document: CampaignDocument, body: object): Promise<CampaignDocument> {
    const changed = await this.call('PATCH', `/api/documents/${document.id}/`, body);
    document.s3_key = changed.body.s3_key;
    return changed.body;
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

  private async call(method: Method, url: string, body?: object, headers?: Record<string, string>) {
    const answer = await this.service.call(method, url, {
      as: this.gm,
      body,
      ...(headers && { headers }),
    });
    if (answer.status >= 300) throw new Error(`${method} ${url}: ${JSON.stringify(answer)}`);
    return answer;
  }
}

/** By these players see something, and then no more. */
const FOR_A_MOMENT: ReadonlySet<HiddenAction['do']> = new Set([
  'reveal and hide',
  'show and hide',
  'show and take back',
]);

/** A page, as another file of a document. */
const pageOf = (content: string): UploadOptions => ({
  name: 'other.html',
  contentType: TYPES.page,
  content,
});

const atHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

const isPicture = (contentType: string | undefined): boolean =>
  contentType?.startsWith('image/') ?? false;

const pick = <T>(list: readonly T[], which: number): T | undefined => list[which % list.length];
