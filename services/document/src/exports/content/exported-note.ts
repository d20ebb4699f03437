import type { TransferAudience, TransferPassage } from '@tomekeeper/campaign-files';
import { PASSAGE_LIMITS, type Passage } from '@tomekeeper/contracts-document';
import type { UnitOfWork } from '@tomekeeper/persistence';
import { mapContent } from '@tomekeeper/text-extraction';
import type { VisibleDocument } from '../../access/visible-documents';
import type { Scope } from '../../memberships/campaign-memberships';
import { documentLink } from '../../passages/content/document-link';
import { visiblePassages, type VisiblePassage } from '../../passages/visible/visible-window';
import { linkEnds } from '../../reader/link-ends';
import { audienceOfPlayers } from './exported-audience';

const OWN_LINK = /^#p-([0-9a-f-]{36})$/i;

export interface NoteExport {
  uow: UnitOfWork;
  scope: Scope;
  document: VisibleDocument;
  /** User ids by membership. */
  users: ReadonlyMap<string, string>;
  /** Source id of the file that an image of the text shows. */
  pictureOf: (image: string) => string | undefined;
}

/** The text of a document as its exporter sees it. */
export async function exportedPassages(given: NoteExport): Promise<TransferPassage[]> {
  const passages = await allPassages(given);
  const indexes = new Map(passages.map(({ id }, index) => [id, index]));
  const indexIn = new Map<string, Promise<number | undefined>>();
  for (const link of linksToPassages(passages))
    indexIn.set(link.passage, passageIndex(given, link.document, link.passage));
  const known = new Map<string, number | undefined>();
  for (const [passage, index] of indexIn) known.set(passage, await index);
  const itemLink = (href: string): string => {
    const own = OWN_LINK.exec(href)?.[1]?.toLowerCase();
    if (own !== undefined) return itemHref(given.document.id, indexes.get(own));
    const link = documentLink(href);
    if (!link) return href;
    return itemHref(
      link.document,
      link.passage === undefined ? undefined : known.get(link.passage),
    );
  };
  return passages.map((passage) => toTransfer(passage, given, itemLink));
}

async function allPassages({ uow, scope, document }: NoteExport): Promise<VisiblePassage[]> {
  const passages: VisiblePassage[] = [];
  const ends = linkEnds(uow, scope, document);
  for (;;) {
    const page = await visiblePassages(uow, scope, document.id, {
      place: { by: 'from', number: passages.length },
      limit: PASSAGE_LIMITS.page,
      ends,
    });
    if (!page || page.passages.length === 0) return passages;
    passages.push(...page.passages);
  }
}

function linksToPassages(passages: readonly VisiblePassage[]) {
  const links = new Map<string, { document: string; passage: string }>();
  for (const { content } of passages)
    mapContent(content, (inline) => {
      const { document, passage } = documentLink(inline.href) ?? {};
      if (document !== undefined && passage !== undefined)
        links.set(passage, { document, passage });
      return inline;
    });
  return [...links.values()];
}

/** Position of a passage among the visible passages of another document. */
export async function passageIndex(
  {
    uow,
    scope,
    document,
  }: Pick<NoteExport, 'uow' | 'scope'> & {
    document: Pick<VisibleDocument, 'campaign' | 'is_managed'>;
  },
  target: string,
  passage: string,
): Promise<number | undefined> {
  const found = await visiblePassages(uow, scope, target, {
    ...{ place: { by: 'around', passage }, limit: 1 },
    ends: linkEnds(uow, scope, document),
  });
  return found?.passages.find(({ id }) => id === passage)?.at;
}

const itemHref = (document: string, index: number | undefined): string =>
  index === undefined ? `item:${document}` : `item:${document}/${index}`;

function toTransfer(
  { kind, depth, level, text, content: given, ...passage }: VisiblePassage,
  { users, pictureOf }: NoteExport,
  itemLink: (href: string) => string,
): TransferPassage {
  const { image, anchors: _anchors, ...content } = given;
  const audience = audienceOf(passage, users);
  const picture = image === undefined ? undefined : pictureOf(image);
  return {
    ...{ kind, depth, text },
    ...(level !== undefined && { level }),
    content: mapContent(content, (inline) =>
      inline.href === undefined ? inline : { ...inline, href: itemLink(inline.href) },
    ),
    ...(picture !== undefined && { picture }),
    ...(audience && { audience }),
  };
}

/** @returns undefined for a passage with the audience of its note, and for players */
function audienceOf(
  {
    audience,
    own_audience,
    chosen,
  }: Pick<Passage, 'audience' | 'own_audience'> & { chosen?: string[] },
  users: ReadonlyMap<string, string>,
): TransferAudience | undefined {
  if (!own_audience || audience === undefined) return undefined;
  return audience === 'players' ? audienceOfPlayers(chosen ?? [], users) : audience;
}
