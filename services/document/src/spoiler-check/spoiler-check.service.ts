import { Injectable } from '@nestjs/common';
import {
  AUDIENCE_LIMITS,
  type AudienceChoice,
  type SpoilerCheckAnswer,
  type SpoilerCheckRequest,
} from '@tomekeeper/contracts-document';
import { UnitOfWork } from '@tomekeeper/persistence';
import {
  campaignNotFound,
  documentNotFound,
  onlyGms,
  refusedField,
} from '../documents/document.errors';
import { visibleAmong } from '../documents/visible-documents';
import { CampaignMemberships, isGm } from '../memberships/campaign-memberships';
import {
  hiddenTogether,
  hiddenWords,
  revealedPassages,
  titlesSeen,
  type Readers,
} from './hidden-words';
import { isCommon, isNamedIn, runsOf, stretchOf, wordsIn, type Word } from './names';

/** A text that is about to be read. */
interface Checked {
  text: string;
  words: Word[];
  /** Of a few words each may be a name; in a passage, those that somebody has written as one. */
  isPassage: boolean;
  /** In a heading words may have capitals though they are no names. */
  isHeading: boolean;
}

/** A name that the readers do not know, and a document in which it is hidden. */
interface Found {
  name: string;
  document: string;
  /** Whether somebody has written it as a name. */
  isName: boolean;
}

/** A word that the readers do not know. */
interface Unknown {
  document: string;
  isName: boolean;
}

/** Words of one check: whole books hold more, whose names are in their beginning. */
const MAX_ASKED = 2000;
/** Words of one question; when enough have been found, nobody asks on. */
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
    const role = await this.memberships.roleIn(campaign, user);
    if (!role) throw campaignNotFound();
    if (!isGm(role)) throw onlyGms('check what its players know');
    const { audience, texts, revealing } = request;
    const document = revealing?.document.toLowerCase();
    if (document !== undefined) await this.titles(campaign, [document], { all: true });
    if (audience === 'gm') return { names: [] };
    const readers: Readers = {
      campaign,
      memberships: await this.membershipsOf(campaign, audience),
      ...(revealing && document !== undefined && { revealing: { ...revealing, document } }),
    };
    const checked = [
      ...texts.map((text): Checked => ({
        text,
        words: wordsIn(text),
        isPassage: false,
        isHeading: false,
      })),
      ...(await this.revealed(readers)),
    ];
    const hidden = await this.hidden(readers, checked);
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
        throw refusedField(
          'audience',
          'audience names somebody who is no player of this campaign.',
        );
      return membership;
    });
  }

  private async revealed({ revealing }: Readers): Promise<Checked[]> {
    if (!revealing) return [];
    const passages = await revealedPassages(this.uow, revealing);
    return passages.map(({ kind, text }) => ({
      text,
      words: wordsIn(text),
      isPassage: true,
      isHeading: kind === 'heading',
    }));
  }

  /** Words that the readers do not know, by how they are compared. */
  private async hidden(
    readers: Readers,
    checked: readonly Checked[],
  ): Promise<Map<string, Unknown>> {
    const known = new Set(
      (await titlesSeen(this.uow, readers)).flatMap(wordsIn).map((word) => word.folded),
    );
    const asked = new Set(
      checked
        .flatMap(({ words, isPassage }) =>
          words.filter((word) => mayBeName(word, isPassage) && !known.has(word.folded)),
        )
        .map((word) => word.folded),
    );
    const named = new Set(
      checked
        .flatMap(({ words, isPassage, isHeading }) =>
          isPassage && !isHeading ? words.filter((word) => word.isCapital) : [],
        )
        .map((word) => word.folded),
    );
    const inTexts = new Set(
      checked.flatMap(({ words, isPassage }) =>
        isPassage ? [] : words.map((word) => word.folded),
      ),
    );
    const hidden = new Map<string, Unknown>();
    const words = [...asked].slice(0, MAX_ASKED);
    for (let from = 0; from < words.length && hidden.size < ENOUGH; from += AT_ONCE)
      for (const { word, documents, texts } of await hiddenWords(
        this.uow,
        readers,
        words.slice(from, from + AT_ONCE),
      )) {
        const isName = named.has(word) || texts.some((text) => isNamedIn(text, word));
        if (isName || inTexts.has(word)) hidden.set(word, { document: documents[0] ?? '', isName });
      }
    return hidden;
  }

  /** Names as they are written, each once, what somebody has written as one first; words that are hidden together are one. */
  private async found(
    readers: Readers,
    checked: readonly Checked[],
    hidden: ReadonlyMap<string, Unknown>,
  ): Promise<Found[]> {
    const found = new Map<string, Found>();
    const add = (text: string, run: readonly Word[], document: string) => {
      const isName = run.some((word) => hidden.get(word.folded)?.isName);
      const name = nameOf(run);
      if (!found.has(name)) found.set(name, { name: stretchOf(text, run), document, isName });
    };
    for (const { text, words, isPassage } of checked) {
      const isHit = (word: Word) => mayBeName(word, isPassage) && hidden.has(word.folded);
      for (const run of runsOf(text, words, isHit)) {
        if (found.size >= ENOUGH || found.has(nameOf(run))) continue;
        const together =
          run.length > 1
            ? await hiddenTogether(
                this.uow,
                readers,
                run.map((word) => word.folded),
              )
            : undefined;
        if (together !== undefined) add(text, run, together);
        else for (const word of run) add(text, [word], hidden.get(word.folded)?.document ?? '');
      }
    }
    return [...found.values()].sort((one, other) => Number(other.isName) - Number(one.isName));
  }

  /** What documents are called. @throws {DomainError} 404 where `all` must be there and one is not */
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

const mayBeName = (word: Word, isPassage: boolean): boolean =>
  !isCommon(word) && (!isPassage || word.isUpper);

const nameOf = (run: readonly Word[]): string => run.map((word) => word.folded).join(' ');
