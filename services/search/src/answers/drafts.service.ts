import { Injectable } from '@nestjs/common';
import { isGm } from '@tomekeeper/contracts-campaign';
import {
  SEARCH_CODES,
  SEARCH_LIMITS,
  type Draft,
  type DraftsEvent,
  type DraftsRequest,
} from '@tomekeeper/contracts-search';
import { UnitOfWork, type SqlReader } from '@tomekeeper/persistence';
import { DomainError } from '@tomekeeper/service-kit';
import { SearchService } from '../query/search.service';
import { ModelError } from '../llm/model-error';
import type { Viewer } from '../access/viewer-scoped-rows';
import { AccessService } from '../access/access.service';
import { viewerScopedRows, viewerScopedTitles, viewerParams } from '../access/viewer-scoped-rows';
import { AnswerWriter } from './answer-writer';
import { HOOKS, SUMMARY } from './prompts';
import { citedPassages, readSources, type Source } from './sources';

const MAX_CHARACTERS = 24_000;
const MAX_SOURCES = 300;
const MAX_TOKENS = 900;
/** Newest documents for hooks without a given document. */
const MAX_DOCUMENTS = 6;
/** Label of a hook. */
const HOOK_LABEL = /^\W*hooks?\s*\d*\s*[:.)–-]+\s*/i;

/** Lets a model write drafts, which are not stored. */
@Injectable()
export class DraftsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly access: AccessService,
    private readonly search: SearchService,
    private readonly writer: AnswerWriter,
  ) {}

  /** @throws {DomainError} */
  async *draft(
    user: string,
    { campaign, kind, document }: DraftsRequest,
    gone: AbortSignal,
  ): AsyncGenerator<DraftsEvent, void> {
    const access = await this.access.check(campaign, user, undefined);
    const { membership } = access;
    if (kind === 'hooks' && !isGm(membership.role)) throw onlyGms();
    const model = this.writer.modelFor(membership);
    if (model === undefined) throw noModel();
    const viewer = await this.access.awaitIndex(access);
    if (!viewer) throw document === undefined ? nothingToRead() : documentNotFound();
    const { sources, of } = await this.readSources(viewer, document);
    const systemPrompt = kind === 'summary' ? SUMMARY : HOOKS;
    const task = { campaign, asker: { user }, systemPrompt, sources, maxTokens: MAX_TOKENS };
    const drafts: Draft[] = [];
    try {
      for await (const { part, written } of this.writer.write(task, gone)) {
        const isNext = kind === 'hooks' && HOOK_LABEL.test(written);
        if ((isNext || drafts.length === 0) && drafts.length < SEARCH_LIMITS.hooks)
          drafts.push({ parts: [] });
        const said = { ...part, text: isNext ? part.text.replace(HOOK_LABEL, '') : part.text };
        if (said.text === '') continue;
        drafts.at(-1)?.parts.push(said);
        yield { event: 'part', data: { ...said, draft: drafts.length - 1 } };
      }
    } catch (error) {
      throw error instanceof ModelError ? error.asProblem() : error;
    }
    const passages = await this.cited(viewer, sources, drafts);
    await this.writer.checkUnchanged(campaign, { user }, sources);
    yield {
      event: 'drafts',
      data: {
        kind,
        drafts: drafts.filter(({ parts }) => parts.length > 0),
        passages,
        written_by: model,
        read: { passages: sources.length, of },
      },
    };
  }

  /** Sources from the beginning of the text, and the total number of passages. @throws {DomainError} */
  private async readSources(viewer: Viewer, document: string | undefined) {
    const documents = await selectDocuments(this.uow, viewer, document);
    if (documents.length === 0) throw document === undefined ? nothingToRead() : documentNotFound();
    const share = Math.floor(MAX_CHARACTERS / documents.length);
    const { ids, of } = await selectPassages(this.uow, viewer, documents, share);
    if (ids.length === 0) throw nothingToRead();
    return { sources: await readSources(this.uow, viewer, ids), of };
  }

  /** Cited passages in reading order. */
  private cited(viewer: Viewer, sources: readonly Source[], drafts: readonly Draft[]) {
    const ids = citedPassages(drafts.flatMap(({ parts }) => parts));
    const cited = sources
      .filter(({ passage }) => ids.has(passage.id))
      .slice(0, SEARCH_LIMITS.passagesOfDrafts);
    // Without a query, nothing is highlighted.
    return this.search.hits(viewer, cited, new Map());
  }
}

/** The given document, if visible, or the newest visible ones. */
async function selectDocuments(db: SqlReader, viewer: Viewer, document: string | undefined) {
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM (
       ${viewerScopedTitles(viewer, 'p.document_id AS id, p.visible_since AS since, p.title', '$3::uuid IS NULL OR p.document_id = $3')}) t
      ORDER BY since DESC NULLS LAST, title LIMIT ${MAX_DOCUMENTS}`,
    [...viewerParams(viewer), document ?? null],
  );
  return rows.map(({ id }) => id);
}

/** Visible passages from the beginning of each document, up to its share of characters. */
async function selectPassages(
  db: SqlReader,
  viewer: Viewer,
  documents: readonly string[],
  share: number,
): Promise<{ ids: string[]; of: number }> {
  const seen = viewerScopedRows(
    viewer,
    'passage',
    'p.passage_id AS id, p.document_id, p.position, length(p.text) AS letters',
    "p.document_id = ANY ($3::uuid[]) AND p.text <> ''",
  );
  const rows = await db.query<{ id: string; of: number }>(
    `SELECT id, of FROM (
       SELECT id, document_id, position, letters, count(*) OVER ()::int AS of,
              sum(letters) OVER (PARTITION BY document_id ORDER BY position) AS sum
         FROM (${seen}) s) p
      WHERE sum - letters < $4
      ORDER BY array_position($3::uuid[], document_id), position LIMIT ${MAX_SOURCES}`,
    [...viewerParams(viewer), documents, share],
  );
  return { ids: rows.map(({ id }) => id), of: rows[0]?.of ?? 0 };
}

const onlyGms = () =>
  new DomainError(
    'forbidden',
    SEARCH_CODES.onlyGms,
    'Story hooks are for the game masters of this campaign.',
  );

const noModel = () =>
  new DomainError(
    'conflict',
    SEARCH_CODES.noModel,
    'No model writes for this campaign: this installation has none, or its game masters have turned it off.',
  );

/** The same for absent and hidden documents. */
const documentNotFound = () =>
  new DomainError('not-found', SEARCH_CODES.documentNotFound, 'There is no such document.');

const nothingToRead = () =>
  new DomainError(
    'conflict',
    SEARCH_CODES.nothingToRead,
    'There is no text yet to write a draft from. Write a note, or upload a file with text.',
  );
