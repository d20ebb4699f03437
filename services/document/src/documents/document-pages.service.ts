import { Injectable } from '@nestjs/common';
import {
  DOCUMENT_CATEGORIES,
  DOCUMENT_KINDS,
  DOCUMENT_LIMITS,
  type DocumentsPage,
  type DocumentsQuery,
  type FacetsAnswer,
  type NeighborsAnswer,
} from '@tomekeeper/contracts-document';
import type { ViewAs } from '@tomekeeper/contracts-values';
import { UnitOfWork } from '@tomekeeper/persistence';
import { DocumentAccess } from '../access/document-access';
import { toCampaignDocument } from '../access/document-response';
import {
  visibleFacets,
  visibleNeighbors,
  visiblePage,
  type FacetRow,
} from '../access/pages/document-pages';
import { cursorText, pageOrder, readCursor } from '../access/pages/page-order';
import { tagsForViewer } from '../access/shared-tags';

/** Lists the documents of a campaign page by page. */
@Injectable()
export class DocumentPagesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly access: DocumentAccess,
  ) {}

  async page(
    user: string,
    { campaign: asked, sort = 'newest', group, after, limit, ...filter }: PageQuery,
    viewAs: ViewAs | undefined,
  ): Promise<DocumentsPage> {
    const campaign = asked.toLowerCase();
    const order = pageOrder(sort, group !== undefined);
    const cursor = after === undefined ? undefined : readCursor(order, after);
    const scope = await this.access.scope(user, campaign, viewAs);
    const size = limit ?? DOCUMENT_LIMITS.defaultPage;
    const rows = await visiblePage(this.uow, scope, campaign, {
      ...{ order, after: cursor, filter, limit: size + 1 },
    });
    const shown = rows.slice(0, size);
    const last = shown.at(-1);
    return {
      documents: shown.map(toCampaignDocument),
      ...(rows.length > size && last && { next: cursorText(order, last) }),
    };
  }

  async facets(user: string, campaign: string, viewAs: ViewAs | undefined): Promise<FacetsAnswer> {
    const scope = await this.access.scope(user, campaign.toLowerCase(), viewAs);
    const all = await visibleFacets(this.uow, scope);
    const kinds = new Set(all.map(({ kind_order }) => DOCUMENT_KINDS[kind_order]));
    const categories = new Set(all.map(({ category }) => category));
    return {
      total: sumOf(all),
      folders: countFolders(all),
      kinds: DOCUMENT_KINDS.filter((kind) => kinds.has(kind)),
      categories: DOCUMENT_CATEGORIES.filter((category) => categories.has(category)),
      sessions: sumOf(all.filter(({ is_session }) => is_session)),
    };
  }

  async neighbors(user: string, id: string, viewAs: ViewAs | undefined): Promise<NeighborsAnswer> {
    const { document, scope, note } = await this.access.requireVisible(viewAs, user, id);
    if (note) return {};
    const { newer, older } = await visibleNeighbors(this.uow, scope, document);
    return {
      ...(newer && { newer: toCampaignDocument(newer) }),
      ...(older && { older: toCampaignDocument(older) }),
    };
  }
}

const sumOf = (rows: readonly FacetRow[]): number =>
  rows.reduce((sum, { count }) => sum + count, 0);

type PageQuery = DocumentsQuery & { campaign: string };

/** Counts documents per tag and per folder around their tags, case-insensitively. */
function countFolders(all: readonly FacetRow[]): FacetsAnswer['folders'] {
  const folders = new Map<string, FacetsAnswer['folders'][number]>();
  for (const row of all) {
    const counted = new Set<string>();
    for (const path of tagsForViewer(row).flatMap(withFolders)) {
      const key = path.toLowerCase();
      const folder = folders.get(key) ?? { path, documents: 0 };
      folders.set(key, {
        ...folder,
        documents: folder.documents + (counted.has(key) ? 0 : row.count),
      });
      counted.add(key);
    }
  }
  return [...folders.values()];
}

const withFolders = (tag: string): string[] =>
  tag.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'));
