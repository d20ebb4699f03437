import { Injectable } from '@nestjs/common';
import {
  AUDIENCE_LIMITS,
  type AudienceChoice,
  type SpoilerCheckAnswer,
  type SpoilerCheckRequest,
} from '@tomekeeper/contracts-document';
import { UnitOfWork } from '@tomekeeper/persistence';
import { documentNotFound, invalidField } from '../model/document.errors';
import { visibleAmong } from '../access/visible-documents';
import { CampaignMemberships } from '../memberships/campaign-memberships';
import {
  hiddenTogether,
  hiddenWords,
  revealedPassages,
  titlesSeen,
  type Readers,
} from './hidden-words';
import {
  isCommon,
  isNamedIn,
  isNamedTogetherIn,
  isOrdinary,
  isSmallIn,
  runsOf,
  stretchOf,
  wordsIn,
  type Word,
} from './names';

/** A text that is about to be read. */
interface Checked {
  text: string;
  words: Word[];
  /** Words that may be names. */
  mayBe: ReadonlySet<Word>;
  /** Words that may be written as names. */
  named: readonly Word[];
}

/** A name that the readers do not know, and a document in which it is hidden. */
interface Found {
  name: string;
  document: string;
}

/** A word that the readers do not know, and a document in which it is hidden. */
type Hidden = ReadonlyMap<string, string>;

/** Maximum number of words per check; in longer texts, names occur early. */
const MAX_ASKED = 2000;
/** Words per query; stops after enough results. */
const AT_ONCE = 100;
const ENOUGH = 3 * AUDIENCE_LIMITS.namesFound;

/** Points out names that players do not know yet, before they read them. */
@Injectable()
export class SpoilerCheckService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly memberships: CampaignMemberships,
  ) {}

  async check(user: string, request: SpoilerCheckRequest): Promise<SpoilerCheckAnswer> {
    const campaign = request.campaign.toLowerCase();
    const what = 'check what its players know';
    const { title } = await this.memberships.requireGm(campaign, user, what);
    const { audience, texts, revealing } = request;
    const document = revealing?.document.toLowerCase();
    if (document !== undefined) await this.titles(campaign, [document], { all: true });
    if (audience === 'gm') return { names: [] };
    const readers: Readers = {
      campaign,
      memberships: await this.membershipsOf(campaign, audience),
      ...(revealing && document !== undefined && { revealing: { ...revealing, document } }),
    };
    const revealed = await this.revealed(readers);
    const revealedWords = new Set(
      revealed.flatMap(({ words }) => words.map((word) => word.folded)),
    );
    const checked = [...texts.map((text) => titleOf(text, revealedWords)), ...revealed];
    const hidden = await this.hidden(readers, checked, title);
    const found = await this.found(readers, checked, hidden);
    const names = found.slice(0, AUDIENCE_LIMITS.namesFound);
    const titles = await this.titles(
      campaign,
      names.map((one) => one.document),
    );
    return {
      names: names.map(({ name, document }) => ({
        name,
        document,
        title: titles.get(document) ?? '',
      })),
    };
  }

  /** Of chosen players, who must belong to the campaign now; null of all of them. */
  private async membershipsOf(
    campaign: string,
    audience: Exclude<AudienceChoice, 'gm'>,
  ): Promise<string[] | null> {
    if (audience === 'party') return null;
    const players = new Map(
      (await this.memberships.playersOf(campaign)).map((one) => [one.user, one.membership]),
    );
    return audience.players.map((user) => {
      const membership = players.get(user);
      if (membership === undefined)
        throw invalidField(
          'audience',
          'audience names a person who is not a player of this campaign.',
        );
      return membership;
    });
  }

  private async revealed({ revealing }: Readers): Promise<Checked[]> {
    if (!revealing) return [];
    const passages = await revealedPassages(this.uow, revealing);
    return passages.map(({ kind, text }) => {
      const words = wordsIn(text);
      const mayBe = new Set(words.filter((word) => word.isUpper && !isCommon(word)));
      // In a heading words may have capitals though they are no names.
      const named = kind === 'heading' ? [] : words.filter((word) => word.isCapital);
      return { text, words, mayBe, named };
    });
  }

  /** Names that are unknown to the players, by normalized form. */
  private async hidden(
    readers: Readers,
    checked: readonly Checked[],
    title: string,
  ): Promise<Hidden> {
    const seen = [title, ...(await titlesSeen(this.uow, readers))].flatMap(wordsIn);
    const known = new Set(seen.map((word) => word.folded));
    const asked = new Set(
      checked
        .flatMap(({ mayBe }) => [...mayBe])
        .map((word) => word.folded)
        .filter((word) => !known.has(word)),
    );
    const named = new Set(checked.flatMap((one) => one.named.map((word) => word.folded)));
    const hidden = new Map<string, string>();
    const words = [...asked].slice(0, MAX_ASKED);
    for (let from = 0; from < words.length && hidden.size < ENOUGH; from += AT_ONCE)
      for (const { word, documents, texts } of await hiddenWords(
        this.uow,
        readers,
        words.slice(from, from + AT_ONCE),
      )) {
        // In a title where every word is capitalized, capitals do not mark a name if the word is lowercase elsewhere.
        const isNamedHere = named.has(word) && !texts.some((text) => isSmallIn(text, word));
        if (isNamedHere || texts.some((text) => isNamedIn(text, word)))
          hidden.set(word, documents[0] ?? '');
      }
    return hidden;
  }

  /** Distinct names as written; words that are hidden as one name are combined. */
  private async found(
    readers: Readers,
    checked: readonly Checked[],
    hidden: Hidden,
  ): Promise<Found[]> {
    const found = new Map<string, Found>();
    const add = (text: string, run: readonly Word[], document: string) => {
      const name = nameOf(run);
      if (!found.has(name)) found.set(name, { name: stretchOf(text, run), document });
    };
    for (const { text, words, mayBe } of checked) {
      for (const run of runsOf(text, words, (word) => mayBe.has(word) && hidden.has(word.folded))) {
        if (found.size >= ENOUGH || found.has(nameOf(run))) continue;
        const together = run.length > 1 ? await this.together(readers, run) : undefined;
        if (together !== undefined) add(text, run, together);
        else
          for (const word of run)
            if (!isOrdinary(word.folded)) add(text, [word], hidden.get(word.folded) ?? '');
      }
    }
    return [...found.values()];
  }

  /** A document in which words are hidden as one name. */
  private async together(readers: Readers, run: readonly Word[]): Promise<string | undefined> {
    const words = run.map((word) => word.folded);
    const passages = await hiddenTogether(this.uow, readers, words);
    return passages.find(({ text }) => isNamedTogetherIn(text, words))?.document;
  }

  /** Titles of documents. @throws {DomainError} 404 if `all` are required and one is missing */
  private async titles(
    campaign: string,
    ids: readonly string[],
    { all = false }: { all?: boolean } = {},
  ): Promise<Map<string, string>> {
    const scope = { managed: [campaign], played: [] };
    const documents = await visibleAmong(this.uow, scope, [...new Set(ids)]);
    if (all && documents.length < ids.length) throw documentNotFound();
    return new Map(documents.map((one) => [one.id, one.original_filename]));
  }
}

/** A title, without words of the text revealed with it: that text is checked separately, and its readers see both. */
function titleOf(text: string, revealed: ReadonlySet<string>): Checked {
  const words = wordsIn(text);
  const mayBe = words.filter((word) => !isCommon(word) && !revealed.has(word.folded));
  const upper = words.filter((word) => word.isUpper);
  // Names of files are often written small throughout.
  return { text, words, mayBe: new Set(mayBe), named: upper.length > 0 ? upper : words };
}

const nameOf = (run: readonly Word[]): string => run.map((word) => word.folded).join(' ');
