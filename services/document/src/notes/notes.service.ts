import { Injectable } from '@nestjs/common';
import {
  NOTE_LIMITS,
  type CreateNoteRequest,
  type EditedPassage,
  type EditingAnswer,
  type EditingQuery,
  type SavePassagesAnswer,
  type SavePassagesRequest,
} from '@tomekeeper/contracts-document';
import { UnitOfWork } from '@tomekeeper/persistence';
import { lockExistingCampaign } from '../memberships/campaign-lock';
import { createNotebook, lockOpenNotebook } from '../memberships/notebooks';
import { documentNotFound, notANote } from '../model/document.errors';
import { DocumentAccess } from '../access/document-access';
import { isNote } from '../model/note-key';
import { isReadByMore } from '../sharing/reveals/title-conflict';
import { visibleDocument, type VisibleDocument } from '../access/visible-documents';
import { CampaignMemberships } from '../memberships/campaign-memberships';
import { editedPlaces, type StoredPassage, writtenPage } from '../passages/editing/edit-passages';
import { InteractiveProcesses, type InteractiveRequest } from '../sandbox/interactive-processes';
import { merge } from './saving/merge';
import { writerAudience } from './saving/writer-audience';
import { noteState } from './note-state';
import { addNote } from './add-note';
import { findCreatedNote, noteVersion } from './note-rows';
import { isShortMarkdown, parseMarkdown, parseShortMarkdown } from './saving/parse-markdown';
import { lockNote, tooManyPassages, writeNote } from './saving/write-note';
import { clampAudience } from './saving/clamp-audience';
import { writtenPassage } from './saving/written-passage';

/** Creates notes and saves the edits of their GMs. */
@Injectable()
export class NotesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly access: DocumentAccess,
    private readonly memberships: CampaignMemberships,
    private readonly processes: InteractiveProcesses,
  ) {}

  /** Repeating it with its key makes nothing more, and answers the note that it made. */
  async create(
    user: string,
    request: CreateNoteRequest,
    signal: AbortSignal,
  ): Promise<VisibleDocument> {
    const campaign = request.campaign.toLowerCase();
    const { title, markdown = '', idempotency_key, author_audience: authorAudience } = request;
    const membership =
      authorAudience && (await this.memberships.requirePlayer(campaign, user)).membership;
    if (!membership) await this.memberships.requireGm(campaign, user, 'write notes');
    const is_spoilers = authorAudience ? authorAudience === 'private' : request.is_spoilers;
    const passages = await this.read(markdown, { person: user, signal });
    if (passages.length > NOTE_LIMITS.passages) throw tooManyPassages();
    if (membership)
      // A separate transaction: storing the text must not keep others in the campaign waiting.
      await this.uow.run(async (tx) => {
        await lockExistingCampaign(tx, campaign);
        await createNotebook(tx, { membership, campaign, person: user });
      });
    const home = membership ?? campaign;
    const id = await this.uow.run(async (tx) => {
      await lockExistingCampaign(tx, home);
      if (membership) await lockOpenNotebook(tx, membership);
      const creation = { campaign: home, by: user, key: idempotency_key };
      const made = await findCreatedNote(tx, creation);
      return made ?? addNote(tx, { ...creation, title, is_spoilers, authorAudience, passages });
    });
    const note = await visibleDocument(this.uow, { managed: [home], played: [] }, id);
    if (!note) throw documentNotFound(); // deleted since
    return membership ? { ...note, campaign, author: user } : note;
  }

  private async read(markdown: string, request: InteractiveRequest): Promise<StoredPassage[]> {
    if (isShortMarkdown(markdown)) return parseShortMarkdown(markdown);
    return this.processes.run(request, () => parseMarkdown(markdown, request.signal));
  }

  /** One page of a note for its editor. */
  async editing(user: string, id: string, query: EditingQuery): Promise<EditingAnswer> {
    const { document } = await this.access.requireWriter(user, id, 'write in it');
    if (!isNote(document)) throw notANote();
    // The version first: a save in between makes passages that are newer than it and are sent again with the next `since`.
    const version = await noteVersion(this.uow, id);
    if (version === undefined) throw documentNotFound(); // deleted in this moment
    const hasPlaces = query.since !== undefined && query.after === undefined;
    const places = hasPlaces ? await editedPlaces(this.uow, id) : undefined;
    const { passages, next } = await writtenPage(this.uow, id, query);
    return {
      title: document.original_filename,
      version,
      passages: (await this.access.withPlayers(document.campaign, passages)).map(asEdited),
      ...(places && { places: await this.access.withPlayers(document.campaign, places) }),
      ...(next !== undefined && { next }),
    };
  }

  /** Saves edits by passage. Idempotent: repeating a save changes nothing and returns the same response. */
  async save(user: string, id: string, request: SavePassagesRequest): Promise<SavePassagesAnswer> {
    const { document } = await this.access.requireWriter(user, id, 'write in it');
    if (!isNote(document)) throw notANote();
    const players = request.changes.some(({ seen_by }) => typeof seen_by === 'object')
      ? await this.memberships.playersOf(document.campaign)
      : [];
    const changes = request.changes.map((one) => ({
      ...one,
      written: writtenPassage(one),
      from: one.from,
      after: one.after,
      base_version: one.base_version,
      seen: one.seen_by && writerAudience(one.seen_by, players),
    }));
    const save = { changes, removed: request.removed };
    const { saved, shown, theirs } = await this.uow.run(async (tx) => {
      const note = await lockNote(tx, id);
      const { before, living } = note;
      const { state, known } = await noteState(
        tx,
        { ...before, document: id, campaign: before.campaign_id, living, by: user },
        save,
        new Map(changes.flatMap((one) => (one.undo_to ? [[one.id, one.undo_to]] : []))),
      );
      const merged = clampAudience(merge(state, save), state);
      const { puts } = merged;
      const wanted = request.title ?? before.original_filename;
      const isClash = isReadByMore(before, wanted, request.title_seen_by);
      const title = isClash ? before.original_filename : wanted;
      const now = await writeNote(tx, note, merged, { by: user, title, isAlone: false });
      const versions = new Map(living.map((one) => [one.id, one.version]));
      const clashes = new Set(merged.clashes);
      const saved = {
        kept: [...new Set(changes.map((one) => one.id))]
          .filter((one) => !clashes.has(one))
          .map((one) => ({ id: one, version: puts.has(one) ? now : (versions.get(one) ?? now) })),
        clashes: merged.clashes,
        version: now,
        ...(isClash && { title_clash: { theirs: title } }),
      };
      const { shown } = merged;
      return { saved, shown, theirs: merged.clashes.flatMap((one) => known.get(one) ?? []) };
    });
    const told = await this.access.withPlayers(document.campaign, theirs);
    const current = new Map(told.map((one) => [one.id, asEdited(one)]));
    return {
      ...saved,
      clashes: saved.clashes.map((one) => {
        const passage = current.get(one);
        return {
          id: one,
          ...(passage && { theirs: passage }),
          ...(shown.has(one) && { shown: true as const }),
        };
      }),
    };
  }
}

/** Removes anchor names, which are internal. */
function asEdited({ content, ...passage }: EditedPassage): EditedPassage {
  const { anchors: _anchors, ...written } = content;
  return { ...passage, content: written };
}
