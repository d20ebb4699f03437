import { randomUUID } from 'node:crypto';
import type { Transaction } from '@tomekeeper/persistence';
import { mapContent } from '@tomekeeper/text-extraction';
import { imagesOf } from '../../extraction-jobs/images';
import { wasEverHidden } from '../../extraction-jobs/extractions';
import { isSecret } from '../../passages/content/secret';
import { livingPassages, writtenPassages } from '../../passages/editing/edit-passages';
import {
  linkTargets,
  matchPassages,
  type MatchedPassage,
  type NewPassage,
} from '../../passages/editing/passage-matching';
import type { ImportedPassage } from '../extraction/child/import-lines';
import { pictureSource } from './import-objects';
import { importedPassageId, passagesInLinks } from './imported-text';
import { itemPassages, type ItemText } from './saved-items';

/** A passage of the import, with the passage of the document that it replaces. */
export type SavedPassage = MatchedPassage & { id: string; isNew: boolean };

/** Ids of the passages of an import. Passages of documents of earlier imports keep theirs. */
export class ImportedPassageIds {
  private readonly matched = new Map<string, Promise<SavedPassage[]>>();

  /**
   * @param texts of the notes that replace, or equal, those of earlier imports, by document
   * @param documents by the source id of their item
   */
  constructor(
    private readonly tx: Transaction,
    private readonly id: string,
    private readonly texts: ReadonlyMap<string, ItemText>,
    private readonly documents: ReadonlyMap<string, string>,
  ) {}

  /** The passages of an imported note, in its order. */
  matches(document: string): Promise<SavedPassage[]> {
    const known = this.matched.get(document);
    const matches = known ?? this.match(document);
    if (!known) this.matched.set(document, matches);
    return matches;
  }

  /** @returns the ids of passages to which the links of a text lead */
  async targetsOf(
    passages: readonly ImportedPassage[],
  ): Promise<(document: string, index: number) => string | undefined> {
    const ids = new Map<string, SavedPassage[]>();
    for (const source of passagesInLinks(passages)) {
      const document = this.documents.get(source);
      if (document !== undefined && this.texts.has(document))
        ids.set(document, await this.matches(document));
    }
    return (document, index) => this.idOf(document, index, ids.get(document));
  }

  /** @returns undefined if the note no longer has the passage */
  async passageOf(document: string, index: number): Promise<string | undefined> {
    const matches = this.texts.has(document) ? await this.matches(document) : undefined;
    return this.idOf(document, index, matches);
  }

  /** @param matches undefined for a new note */
  private idOf(
    document: string,
    index: number,
    matches: readonly SavedPassage[] | undefined,
  ): string | undefined {
    if (!matches) return importedPassageId(document, index);
    const { id, isNew } = matches[index] ?? {};
    return isNew && !this.texts.get(document)?.isReplaced ? undefined : id;
  }

  private async match(document: string): Promise<SavedPassage[]> {
    const { number, is_spoilers } = this.texts.get(document)!;
    const passages = await itemPassages(this.tx, this.id, number);
    const living = await livingPassages(this.tx, document);
    const classes = new Map(living.map((one) => [one.id, one.audience_class]));
    const before = await writtenPassages(this.tx, document, [...classes.keys()]);
    const images = new Map((await imagesOf(this.tx, document)).map((one) => [one.made_of, one.id]));
    const matches = matchPassages(
      before.map(({ kind, text, content, id }) => ({
        ...{ id, kind, text, image: content.image ?? null, leads: linkTargets(content) },
        audience_class: classes.get(id) ?? null,
      })),
      passages.map((passage) => this.toMatch(passage, images)),
      { everHidden: await wasEverHidden(this.tx, document), is_spoilers },
    );
    return matches.map((match) => ({
      ...match,
      id: match.id ?? randomUUID(),
      isNew: match.id === undefined,
    }));
  }

  private toMatch(
    { kind, text, content, picture, audience }: ImportedPassage,
    images: ReadonlyMap<string, string>,
  ): NewPassage {
    const known = picture && images.get(pictureSource(this.documents.get(picture) ?? picture));
    const outer = mapContent(content, ({ href, ...inline }) =>
      href === undefined || href.startsWith('item:') ? inline : { ...inline, href },
    );
    return {
      ...{ kind, text, leads: linkTargets(outer) },
      // A picture that the document does not show yet equals none.
      image: picture === undefined ? null : (known ?? picture),
      // The source hides it from some players, so that it must not begin with all of them.
      isSecret: isSecret({ content }) || (audience !== undefined && audience !== 'party'),
    };
  }
}
