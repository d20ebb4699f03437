import { Injectable } from '@nestjs/common';
import {
  RECAP_GM_HEADING,
  type ChecklistLine,
  type CreateRecapRequest,
  type RecapOfSessionAnswer,
  type RecapOfSessionQuery,
} from '@tomekeeper/contracts-document';
import type { ViewAs } from '@tomekeeper/contracts-values';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { DocumentAccess } from '../access/document-access';
import { visibleDocument, type VisibleDocument } from '../access/visible-documents';
import { visibleRecapOfSession } from '../access/visible-recaps';
import { lockExistingCampaign } from '../memberships/campaign-lock';
import { CampaignMemberships } from '../memberships/campaign-memberships';
import { campaignNotFound, documentNotFound } from '../model/document.errors';
import { addNote } from '../notes/add-note';
import { findCreatedNote } from '../notes/note-rows';
import { livingPassages, type StoredPassage } from '../passages/editing/edit-passages';
import { insertRecap, recapSources, type RecapSourceRow } from '../passages/recaps/recap-sources';
import {
  gmNotesOf,
  recapPassages,
  type RecapPassage,
  type RecapQuery,
} from '../passages/visible/visible-recap';
import { documentHref } from '../passages/content/document-link';
import { firstSentence, quoteOf } from './first-sentence';

const HEADING = 'Previously on…';
/** GM only: its absence would reveal to other players that some players saw something. */
const HINT = 'Nothing was revealed to players in this time. Write down the events here.';

/** Creates recaps from passages that became visible to players in a time span. */
@Injectable()
export class RecapsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly access: DocumentAccess,
    private readonly memberships: CampaignMemberships,
  ) {}

  /** Creates a GM-only note. Idempotent with a key. @throws {DomainError} 404 for strangers, 403 for players */
  async create(user: string, request: CreateRecapRequest): Promise<VisibleDocument> {
    const { title, idempotency_key: key, checklist = [] } = request;
    const campaign = request.campaign.toLowerCase();
    await this.memberships.requireGm(campaign, user, 'write recaps');
    const until = request.until === undefined ? undefined : new Date(request.until);
    const span = { campaign, from: new Date(request.from), until };
    const id = await this.uow.run(async (tx) => {
      await lockExistingCampaign(tx, campaign);
      const creation = { campaign, by: user, key };
      return (
        (await findCreatedNote(tx, creation)) ??
        addRecap(tx, { ...creation, title, span, checklist })
      );
    });
    const recap = await visibleDocument(this.uow, { managed: [campaign], played: [] }, id);
    if (!recap) throw documentNotFound(); // deleted since
    return recap;
  }

  /**
   * The recap of the session that started at `from`, as the caller sees it, or as the requested player sees it. A draft, a hidden recap
   * and no recap give the same response.
   * @throws {DomainError} 404 for people outside of the campaign
   */
  async ofSession(
    user: string,
    { campaign, from }: RecapOfSessionQuery,
    viewAs: ViewAs | undefined,
  ): Promise<RecapOfSessionAnswer> {
    const scope = await this.access.scope(user, campaign.toLowerCase(), viewAs);
    if (scope.managed.length + scope.played.length === 0) throw campaignNotFound();
    return { recap: (await visibleRecapOfSession(this.uow, scope, new Date(from))) ?? null };
  }

  /** Sources of a recap's sentences. @throws {DomainError} 404 for people who do not see the document, 403 for its players */
  async sources(user: string, id: string): Promise<RecapSourceRow[]> {
    await this.access.requireManaged(user, id, 'see the sources of a recap');
    return recapSources(this.uow, id);
  }
}

interface NewRecap {
  campaign: string;
  by: string;
  key: string | undefined;
  title: string;
  span: RecapQuery;
  checklist: readonly ChecklistLine[];
}

async function addRecap(tx: Transaction, { span, checklist, ...note }: NewRecap): Promise<string> {
  const { campaign } = note;
  const sentences = (await lockedPassages(tx, span)).flatMap((source) => {
    const text = firstSentence(source.text);
    return text === '' ? [] : [{ text, source }];
  });
  const texts = sentences.length > 0 ? sentences.map(({ text }) => text) : [HINT];
  const party = [heading(HEADING), ...texts.map(asParagraph)];
  const forGms = gmPart(checklist, await gmNotesOf(tx, span));
  const hidden = texts.flatMap((_, index) =>
    sentences[index]?.source.is_for_party ? [] : [index + 1],
  );
  const document = await addNote(tx, {
    ...note,
    is_spoilers: true,
    passages: [...party, ...forGms],
    hidden: [...hidden, ...forGms.map((_, index) => party.length + index)],
  });
  const [, ...written] = await livingPassages(tx, document);
  await insertRecap(
    tx,
    { document, campaign, startsAt: span.from },
    sentences.flatMap(({ source }, index) => {
      const passage = written[index];
      if (!passage) throw new Error('A sentence was not stored.');
      const { id, document: of, is_for_party: isForParty } = source;
      const quote = quoteOf(firstSentence(source.text));
      return [{ passage: passage.id, quote, source: { passage: id, document: of, isForParty } }];
    }),
  );
  return document;
}

/** Passages of the recap. Locks their documents first, because a concurrent Hide could not hide the new sentences. */
async function lockedPassages(tx: Transaction, span: RecapQuery): Promise<RecapPassage[]> {
  const documents = [...new Set((await recapPassages(tx, span)).map((one) => one.document))];
  await tx.query(
    `SELECT 1 FROM document WHERE id = ANY ($1::uuid[]) ORDER BY source_id NULLS FIRST, id FOR SHARE`,
    [documents],
  );
  return recapPassages(tx, span, documents);
}

const textPassage = (kind: StoredPassage['kind'], text: string): StoredPassage => ({
  ...{ kind, text, depth: 0 },
  content: { inlines: [{ text }] },
});

const heading = (text: string): StoredPassage => ({ ...textPassage('heading', text), level: 2 });

/** Checklist and notes; empty without any. */
function gmPart(
  checklist: readonly ChecklistLine[],
  notes: readonly { id: string; title: string }[],
): StoredPassage[] {
  const lines = [
    ...checklist.map(({ text, done }) => textPassage('list_item', `${done ? '☑' : '☐'} ${text}`)),
    ...notes.map(({ id, title }) => ({
      ...textPassage('list_item', title),
      content: {
        inlines: [{ text: title, href: documentHref({ document: id, passage: undefined }) }],
      },
    })),
  ];
  return lines.length === 0 ? [] : [heading(RECAP_GM_HEADING), ...lines];
}

const asParagraph = (text: string): StoredPassage => textPassage('paragraph', text);
