import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  NOTE_LIMITS,
  type CreateNoteRequest,
  type EditedPassage,
  type EditingAnswer,
  type SavePassagesAnswer,
  type SavePassagesRequest,
} from '@tomekeeper/contracts-document';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { DomainError } from '@tomekeeper/service-kit';
import { lockExistingCampaign } from '../documents/campaign-lock';
import { DocumentEntity } from '../documents/document.entity';
import {
  campaignNotFound,
  documentNotFound,
  notANote,
  onlyGms,
  refusedField,
} from '../documents/document.errors';
import { DocumentsService } from '../documents/documents.service';
import { hintDocument, lockDocument } from '../documents/hints';
import { isNote, noteKey } from '../documents/note-key';
import { visibleDocument, type VisibleDocument } from '../documents/visible-documents';
import { audienceInLedger } from '../ledger/ledger';
import { CampaignMemberships, isGm } from '../memberships/campaign-memberships';
import { documentChanged } from '../passages/changes';
import {
  editPassages,
  hasRoom,
  livingPassages,
  storeNote,
  writtenPassages,
} from '../passages/edit-passages';
import { showText } from '../reading/shown-texts';
import { makeRoom } from '../uploads/uploads.service';
import { merge } from './merge';
import { noteState } from './note-state';
import { insertNote, noteSaved, noteVersion } from './note-rows';
import { readMarkdown } from './read-markdown';
import { seenDifference } from './seen-difference';
import { writtenPassage } from './written-passage';

/** What is said of a note that lies in no campaign's documents as one. */
const NOTE_TYPE = 'text/markdown';

/** Makes notes, and takes in what their GMs write. */
@Injectable()
export class NotesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly documents: DocumentsService,
    private readonly memberships: CampaignMemberships,
  ) {}

  async create(user: string, request: CreateNoteRequest): Promise<VisibleDocument> {
    const campaign = request.campaign.toLowerCase();
    const role = await this.memberships.roleIn(campaign, user);
    if (!role) throw campaignNotFound();
    if (!isGm(role)) throw onlyGms('write notes');
    const { title, is_spoilers, markdown = '' } = request;
    const passages = await readMarkdown(markdown);
    if (passages.length > NOTE_LIMITS.passages) throw tooManyPassages();
    const document = randomUUID();
    await this.uow.run(async (tx) => {
      await lockExistingCampaign(tx, campaign);
      await makeRoom(tx, campaign, { countUploads: false });
      await tx.repo(DocumentEntity).insert({
        id: document,
        campaign_id: campaign,
        uploader: user,
        original_filename: title,
        s3_key: noteKey(),
        content_type: NOTE_TYPE,
        size: 0,
        is_spoilers,
        tags: [],
        pinned: false,
        updated_at: null,
        content_fingerprint: null,
      });
      await insertNote(tx, { document, campaign, by: user });
      const note = { document, campaign, is_spoilers, passages };
      if (!(await hasRoom(tx, note))) throw campaignIsFull();
      await storeNote(tx, note);
      await audienceInLedger(tx, { document, act: 'upload', by: user });
      await showText(tx, document);
      const to = is_spoilers ? 'gm' : 'party';
      await hintDocument(tx, { id: document, campaign_id: campaign }, to);
    });
    const made = await visibleDocument(this.uow, { managed: [campaign], played: [] }, document);
    if (!made) throw documentNotFound(); // deleted in this moment
    return made;
  }

  async editing(user: string, id: string): Promise<EditingAnswer> {
    const { document } = await this.documents.seeAsGm(user, id, 'write in notes');
    if (!isNote(document)) throw notANote();
    // In this order: a save in between makes passages newer than what they are said to be of, which is told again.
    const version = await noteVersion(this.uow, id);
    if (version === undefined) throw documentNotFound(); // deleted in this moment
    const passages = await writtenPassages(this.uow, id);
    return { title: document.original_filename, version, passages: passages.map(asEdited) };
  }

  /** Takes in what somebody wrote, by passage. Repeating it changes nothing and answers the same. */
  async save(user: string, id: string, request: SavePassagesRequest): Promise<SavePassagesAnswer> {
    const { document } = await this.documents.seeAsGm(user, id, 'write in notes');
    if (!isNote(document)) throw notANote();
    const changes = request.changes.map((one) => ({
      ...one,
      written: writtenPassage(one),
      from: one.from ?? [],
      after: one.after,
      base_version: one.base_version,
    }));
    const save = { changes, removed: request.removed };
    return this.uow.run(async (tx) => {
      const before = await lockDocument(tx, id);
      const version = await noteVersion(tx, id);
      if (!before || version === undefined) throw documentNotFound(); // deleted in this moment
      const place = { document: id, campaign: document.campaign };
      const living = await livingPassages(tx, id);
      const { state, known } = await noteState(tx, { ...place, ...before, living }, save);
      const merged = merge(state, save);
      const title = request.title ?? before.original_filename;
      const { puts, narrowed, placed, removed, order } = merged;
      const isRenamed = title !== before.original_filename;
      const isChanged =
        isRenamed || puts.size > 0 || narrowed.size > 0 || placed.size > 0 || removed.length > 0;
      const now = isChanged ? version + 1 : version;
      if (isChanged) {
        await requireRoom(tx, { ...place, living: living.length, passages: order });
        const seen = seenDifference({ ...before, living, isRenamed }, merged);
        await editPassages(
          tx,
          {
            ...place,
            is_spoilers: before.is_spoilers,
            number: await documentChanged(tx, place, seen.takes),
            version: now,
            puts: [...puts].map(([id, put]) => ({ id, ...put })),
            narrowed: [...narrowed].map(([id, audience_class]) => ({ id, audience_class })),
            removed,
            order,
          },
          living,
        );
        await noteSaved(tx, { document: id, by: user, version: now, title });
        await hintDocument(tx, before, seen.isSeen ? 'party' : 'gm');
      }
      const versions = new Map(living.map((one) => [one.id, one.version]));
      const clashes = new Set(merged.clashes);
      return {
        kept: [...new Set(changes.map((one) => one.id))]
          .filter((one) => !clashes.has(one))
          .map((one) => ({ id: one, version: puts.has(one) ? now : (versions.get(one) ?? now) })),
        clashes: merged.clashes.map((one) => {
          const theirs = known.get(one);
          return { id: one, ...(theirs && { theirs: asEdited(theirs) }) };
        }),
        version: now,
      };
    });
  }
}

/** Names by which links lead to it are kept here. */
function asEdited({ content, ...passage }: EditedPassage): EditedPassage {
  const { anchors: _anchors, ...written } = content;
  return { ...passage, content: written };
}

async function requireRoom(
  tx: Transaction,
  note: { document: string; campaign: string; living: number; passages: readonly string[] },
): Promise<void> {
  if (note.passages.length <= note.living) return;
  if (note.passages.length > NOTE_LIMITS.passages) throw tooManyPassages();
  if (!(await hasRoom(tx, note))) throw campaignIsFull();
}

const tooManyPassages = () =>
  refusedField(
    'changes',
    `A note has at most ${NOTE_LIMITS.passages} passages. Go on in another note.`,
  );

const campaignIsFull = () =>
  new DomainError(
    'conflict',
    'document.too_much_text',
    'The campaign holds no more text. Delete a document with much text first.',
  );
