import { NOTE_LIMITS, PASSAGE_LIMITS } from '@tomekeeper/contracts-document';
import { SECRET } from '@tomekeeper/markdown';
import {
  ExtractionError,
  extractMarkdown,
  mapContent,
  type ExtractedPassage,
} from '@tomekeeper/text-extraction';
import { imageWords } from '../../export/markdown';
import { passageRuns, writeNote } from '../../export/notes/note-markdown';
import { itemHref } from '../../item-link';
import type { TransferAudience, TransferPassage } from '../../model';
import { ItemError } from './json';
import { secretText } from './secret-text';

interface KnownNote {
  id: string;
  isPublic: boolean;
  passages: readonly TransferPassage[];
}

/**
 * Passages of edited Markdown. A passage whose text is equal to a known one keeps its audience; others are GM only.
 * @throws {ItemError}
 */
export function mergeMarkdown(markdown: string, note: KnownNote): TransferPassage[] {
  const known = new KnownPassages(note);
  const merged: { passage: TransferPassage; anchors: readonly string[] }[] = [];
  for (const extracted of extract(markdown))
    for (const passage of known.match(extracted))
      merged.push({ passage, anchors: extracted.content.anchors ?? [] });
  const positions = new Map<string, number>();
  for (const [at, { anchors }] of merged.entries())
    for (const anchor of anchors) if (!positions.has(anchor)) positions.set(anchor, at);
  return merged.map(({ passage }) => withLocalLinks(passage, note.id, positions));
}

const LIMITS = {
  textBytes: NOTE_LIMITS.textBytes,
  contentBytes: 60 * 1024 * 1024,
  passages: NOTE_LIMITS.passages,
  textLength: PASSAGE_LIMITS.textLength,
  imageBytes: 0,
};

function extract(markdown: string): ExtractedPassage[] {
  const passages: ExtractedPassage[] = [];
  try {
    extractMarkdown(markdown, {
      limits: LIMITS,
      emit: (event) => {
        if ('passage' in event) passages.push(event.passage);
      },
    });
  } catch (error) {
    throw error instanceof ExtractionError ? new ItemError('too_large') : error;
  }
  return passages;
}

/** Finds each known passage once. */
class KnownPassages {
  private readonly passages = new Map<string, TransferPassage[]>();
  /** Passages in one secret callout, by its text. */
  private readonly secretRuns = new Map<string, TransferPassage[][]>();
  private readonly used = new Set<TransferPassage>();
  /** Images that follow their secret callout in the Markdown, and were found with it. */
  private imagesOfRun = 0;

  constructor(note: KnownNote) {
    const secretRuns = passageRuns(note, new Map()).flatMap(({ title, passages }) =>
      title === undefined ? [] : [passages],
    );
    const secret = new Set(secretRuns.flat());
    // A passage outside of secrets is found before a secret one with the same text.
    for (const passage of [...note.passages.filter((each) => !secret.has(each)), ...secret])
      append(this.passages, keyOf(passage), passage);
    for (const run of secretRuns) {
      const markdown = writeNote({ isPublic: note.isPublic, passages: run }, new Map(), {});
      const callout = extract(markdown)[0];
      if (callout && isSecretCallout(callout)) append(this.secretRuns, secretText(callout), run);
    }
  }

  match(extracted: ExtractedPassage): TransferPassage[] {
    if (isSecretCallout(extracted)) {
      const run = this.secretRuns.get(secretText(extracted))?.shift();
      if (run) return this.useRun(run);
    }
    const isSecretImage = extracted.kind === 'image' && extracted.content.label === SECRET;
    if (isSecretImage && this.imagesOfRun > 0) {
      this.imagesOfRun--;
      return [];
    }
    this.imagesOfRun = 0;
    const known = this.next(keyOf(extracted));
    if (!known) return [newPassage(extracted)];
    this.used.add(known);
    const { depth, level } = extracted;
    const content = isSameForm(known, extracted) ? known.content : contentOf(extracted);
    const wasSecret = known.kind === 'callout' && known.content.label === SECRET;
    const isNowSecret = extracted.content.label === SECRET && !wasSecret;
    return [
      {
        ...known,
        depth,
        ...(level !== undefined && { level }),
        content,
        ...(isNowSecret && { audience: narrowAudience(known) }),
      },
    ];
  }

  private useRun(run: TransferPassage[]): TransferPassage[] {
    for (const passage of run) this.used.add(passage);
    this.imagesOfRun = run.filter(({ kind }) => kind === 'image').length;
    return run;
  }

  /** The first passage with a key that was not found before. */
  private next(key: string): TransferPassage | undefined {
    const passages = this.passages.get(key) ?? [];
    while (passages[0] && this.used.has(passages[0])) passages.shift();
    return passages[0];
  }
}

/** The audience of a passage that was moved into secret markup. */
const narrowAudience = ({ audience }: TransferPassage): TransferAudience =>
  typeof audience === 'object' ? audience : 'gm';

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

const keyOf = ({ kind, text }: Pick<TransferPassage, 'kind' | 'text'>): string =>
  `${kind}\n${(kind === 'image' ? imageWords(text) : text).normalize('NFC')}`;

const isSecretCallout = ({ kind, content }: ExtractedPassage): boolean =>
  kind === 'callout' && content.label === SECRET;

function newPassage(extracted: ExtractedPassage): TransferPassage {
  const { kind, depth, level, text } = extracted;
  const content = contentOf(extracted);
  return { kind, depth, ...(level !== undefined && { level }), text, content, audience: 'gm' };
}

const contentOf = ({
  content: { image: _image, anchors: _anchors, ...content },
}: ExtractedPassage): TransferPassage['content'] => content;

/** Whether passages differ in links at most. Markdown keeps no sizes of images. */
function isSameForm(known: TransferPassage, extracted: ExtractedPassage): boolean {
  const [one, other] = [known.content, contentOf(extracted)].map(
    ({ width: _width, height: _height, ...content }) =>
      JSON.stringify(mapContent(content, ({ href: _href, ...inline }) => inline)),
  );
  return known.kind === 'image' || one === other;
}

/** Links to headings of the same file lead to their passages. */
function withLocalLinks(
  passage: TransferPassage,
  id: string,
  positions: ReadonlyMap<string, number>,
): TransferPassage {
  const content = mapContent(passage.content, ({ href, ...inline }) => {
    if (href?.[0] !== '#') return { ...inline, ...(href !== undefined && { href }) };
    const at = positions.get(href.slice(1));
    return { ...inline, ...(at !== undefined && { href: itemHref({ id, passage: at }) }) };
  });
  return { ...passage, content };
}
