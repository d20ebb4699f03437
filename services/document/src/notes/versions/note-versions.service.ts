import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type {
  NoteVersion,
  NoteVersionAnswer,
  NoteVersionQuery,
  NoteVersionsAnswer,
  RestoredNoteAnswer,
} from '@tomekeeper/contracts-document';
import { UnitOfWork, type SqlReader } from '@tomekeeper/persistence';
import { DomainError } from '@tomekeeper/service-kit';
import { notANote } from '../../model/document.errors';
import { DocumentAccess } from '../../access/document-access';
import { isNote } from '../../model/note-key';
import type { VisibleDocument } from '../../access/visible-documents';
import { classMembers, takenIds } from '../../passages/editing/edit-passages';
import { historicPassages, type HistoricPassageRow } from '../../passages/editing/passage-history';
import { audienceName, type Audiences } from '../saving/audiences';
import { versionOfNote, versionsOfNote, type NoteVersionRow } from './note-versions';
import { restoration, restoredClass } from './restoration';
import { lockNote, writeNote } from '../saving/write-note';

/** Lists and restores earlier versions of a note for GMs. */
@Injectable()
export class NoteVersionsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly access: DocumentAccess,
  ) {}

  async list(user: string, id: string): Promise<NoteVersionsAnswer> {
    await this.seeNote(user, id, 'see earlier versions');
    return { versions: (await versionsOfNote(this.uow, id)).map(asAnswer) };
  }

  async one(
    user: string,
    id: string,
    version: string,
    { from, limit }: NoteVersionQuery,
  ): Promise<NoteVersionAnswer> {
    const note = await this.seeNote(user, id, 'see earlier versions');
    const found = await this.find(this.uow, id, version);
    const passages = await historicPassages(this.uow, version, { from, limit });
    const audiences = await audiencesOf(this.uow, note, passages);
    const next = from + limit;
    return {
      ...asAnswer(found),
      passages: passages.map((one) => {
        const { anchors: _anchors, ...content } = one.written.content;
        return {
          ...one.written,
          content,
          id: one.id,
          version: one.version,
          audience: audienceName(restoredClass(one, audiences), note),
        };
      }),
      ...(next < found.total && { next }),
    };
  }

  /** Restores a version as a new save. Idempotent. */
  async restore(user: string, id: string, version: string): Promise<RestoredNoteAnswer> {
    await this.seeNote(user, id, 'restore earlier versions');
    return this.uow.run(async (tx) => {
      const note = await lockNote(tx, id);
      await this.find(tx, id, version);
      const passages = await historicPassages(tx, version, { from: 0, limit: null });
      // A deleted passage may have moved to another document, which then owns its id.
      const gone = passages.filter(({ lives }) => !lives).map((one) => one.id);
      const taken = new Set(await takenIds(tx, id, gone));
      const own = passages.map((one) => (taken.has(one.id) ? { ...one, id: randomUUID() } : one));
      const { before, living } = note;
      const audiences = await audiencesOf(
        tx,
        {
          campaign: before.campaign_id,
          is_spoilers: before.is_spoilers,
          author_audience: before.author_audience,
        },
        own,
      );
      const merged = restoration(own, living, audiences);
      const [newest] = await versionsOfNote(tx, id);
      const title = before.original_filename;
      const now = await writeNote(tx, note, merged, { by: user, title, isAlone: true });
      return {
        version: now,
        changed: merged.puts.size + merged.removed.length,
        ...(now !== note.version && newest && { replaced: newest.id }),
      };
    });
  }

  private async seeNote(user: string, id: string, what: string): Promise<VisibleDocument> {
    const { document } = await this.access.requireWriter(user, id, what);
    if (!isNote(document)) throw notANote();
    return document;
  }

  private async find(db: SqlReader, note: string, version: string): Promise<NoteVersionRow> {
    const found = await versionOfNote(db, note, version);
    if (!found) throw versionNotFound();
    return found;
  }
}

async function audiencesOf(
  db: SqlReader,
  {
    campaign,
    is_spoilers,
    author_audience,
  }: Pick<VisibleDocument, 'campaign' | 'is_spoilers' | 'author_audience'>,
  passages: readonly HistoricPassageRow[],
): Promise<Audiences> {
  const hasOwn = passages.some(({ now_class, past_class }) => now_class ?? past_class);
  return {
    is_spoilers,
    members: hasOwn ? await classMembers(db, campaign) : new Map(),
    isPlayerNote: Boolean(author_audience),
  };
}

const asAnswer = ({ id, number, by, at, title, total }: NoteVersionRow): NoteVersion => ({
  id,
  number,
  ...(by !== null && { by }),
  at: at.toISOString(),
  title,
  total,
});

const versionNotFound = () =>
  new DomainError(
    'not-found',
    'document.version_not_found',
    'This version is no longer available. Choose another one from the list.',
  );
