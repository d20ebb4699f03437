import { Inject, Injectable } from '@nestjs/common';
import { LOG, type Log } from '@tomekeeper/service-kit';
import { type PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { OwnedTextQuery } from '@tomekeeper/contracts-document';
import { type AccountRecords, AccountRecordsSource, type OwnedDocument } from './account-records';
import { ArchiveNames } from './archive-names';
import { relativeLinks } from './relative-links';

/** Explains the archive to a reader years later. */
const README = `A copy of your data.

data.json       who you are here, with the addresses that your account had before; the campaigns
                that you own, with the ids of their players, and those that you play in or run with
                their owner; your place on the mailing list and what you have written to us, under
                your present address; the documents that you opened and when you read the
                news of sessions, with times; your comments;
                your choices of news and of mails about them.
                Passwords are not kept in a form that could be given out.
documents.json  every document of the campaigns that you own, with the path of its file below.
documents/      these files, in a folder per campaign, as they were uploaded; files that were replaced
                of late lie in a folder beside it. The picture that stands for a campaign is called cover.
texts/          your notes, also those that you wrote as a player, and the text of these files: as Markdown, to be read and taken elsewhere, and as
                lists of passages in JSON, with who sees each of them.

Documents of campaigns that you only play in belong to their game masters and are not in here, except your own notes.
Times are in UTC.
`;

type TextFormat = OwnedTextQuery['format'];

/** Entries of at least this many bytes need ZIP64. */
const ZIP64_FROM = 0xffff_0000;
const DELETED = 'This file was deleted while the copy of your data was being made.\n';
const NO_PASSAGES = { json: '[]\n', markdown: '' };

/** Documents of one of the user's own campaigns. */
interface OwnedCampaign {
  title: string;
  documents: OwnedDocument[];
}
type OwnedCampaigns = AsyncGenerator<OwnedCampaign, void>;

/**
 * Streams a user's data as a zip archive. Each file is opened after the previous one has been sent, so memory
 * use is constant. Contains the documents of campaigns that the user owns; the document service checks
 * ownership of each file again.
 */
@Injectable()
export class ExportArchive {
  constructor(
    private readonly source: AccountRecordsSource,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /**
   * @throws {UpstreamUnavailable} when files are unavailable; checked before the first byte, because a download cannot
   * report errors later
   */
  async open(data: AccountRecords): Promise<Readable> {
    const campaigns = this.ownedCampaigns(data);
    const first = await campaigns.next();
    const zip = new ZipFile();
    const output = asPassThrough(zip.outputStream);
    zip.on('error', (error: Error) => {
      this.log.warn({ err: error }, 'a copy of data was cut off');
      output.destroy(error);
    });
    zip.addBuffer(Buffer.from(README), 'README.txt');
    zip.addBuffer(asJson(answerOf(data)), 'data.json');
    void this.addDocuments(zip, data.profile.id, first, campaigns, new OpenFile(output)).then(
      () => zip.end(),
      (error: unknown) => zip.emit('error', error),
    );
    return output;
  }

  /** Own campaigns, then the notes that the user wrote as a player. Loads one campaign at a time: a GM may own 200 campaigns with 2,000 documents each. */
  private async *ownedCampaigns({ profile, campaigns }: AccountRecords): OwnedCampaigns {
    for (const { id, title, role } of campaigns)
      if (role === 'owner')
        yield { title, documents: await this.source.documentsOf(profile.id, id) };
    const notes = await this.source.documentsOf(profile.id);
    if (notes.length > 0) yield { title: 'Your notes', documents: notes };
  }

  private async addDocuments(
    zip: ZipFile,
    owner: string,
    first: Awaited<ReturnType<OwnedCampaigns['next']>>,
    rest: OwnedCampaigns,
    openFile: OpenFile,
  ) {
    const names = new ArchiveNames();
    const described: object[] = [];
    const textPaths = new Map<string, string>();
    const add = (path: string, options: object, open: () => Promise<Readable>) =>
      zip.addReadStreamLazy(path, options, (give) => {
        void open()
          .then((file) => give(null, openFile.watch(file)))
          .catch((error: unknown) => zip.emit('error', error));
      });
    for (let next = first; !next.done; next = await rest.next())
      for (const [document, name] of namesOf(next.value, names, textPaths)) {
        const isNote = document.kind === 'note';
        const path = isNote ? undefined : `documents/${name}`;
        const mtime = new Date(document.created_at);
        // Maps and PDFs are already compressed, and compression would use this service's CPU.
        const asItIs = { compress: false, forceZip64Format: document.size >= ZIP64_FROM };
        if (path) add(path, { mtime, ...asItIs }, () => this.fileOf(owner, document.id));
        // A note is its text, also in the trash, where `text_state` is absent.
        const isRead = isNote || document.text_state === 'ready';
        const text_path = isRead ? `texts/${name}.md` : undefined;
        if (isRead) {
          add(`texts/${name}.md`, { mtime }, async () => {
            const text = await this.textOf(owner, document.id, 'markdown');
            return relativeLinks(text, `texts/${name}.md`, textPaths);
          });
          add(`texts/${name}.json`, { mtime }, () => this.textOf(owner, document.id, 'json'));
        }
        described.push({ ...document, path, text_path });
      }
    zip.addBuffer(asJson(described), 'documents.json');
  }

  private async fileOf(owner: string, document: string): Promise<Readable> {
    return (await this.source.fileOf(owner, document)) ?? Readable.from([Buffer.from(DELETED)]);
  }

  /** Returns a placeholder when the document was deleted or replaced during the export. */
  private async textOf(owner: string, document: string, format: TextFormat): Promise<Readable> {
    const text = await this.source.textOf(owner, document, format);
    return text ?? Readable.from([Buffer.from(NO_PASSAGES[format])]);
  }
}

/** Names all documents of a campaign before the first is added, because texts link to each other. */
function namesOf(
  { title, documents }: OwnedCampaign,
  names: ArchiveNames,
  textPaths: Map<string, string>,
): [OwnedDocument, string][] {
  return documents.map((document) => {
    const folder = document.version_of ? `${title}, earlier versions` : title;
    const name = names.pathFor(folder, document.original_filename);
    if (!document.version_of) textPaths.set(document.id, `texts/${name}.md`);
    return [document, name];
  });
}

/** Closes the open file when the client aborts the download. */
class OpenFile {
  private current: Readable | undefined;

  constructor(private readonly output: Readable) {
    output.once('close', () => this.current?.destroy());
  }

  /** Without an error listener a failed file would end the process; it aborts the archive instead. */
  watch(file: Readable): Readable {
    this.current = file;
    file.once('error', (error) => this.output.destroy(error));
    if (this.output.destroyed) file.destroy();
    return file;
  }
}

function answerOf(records: AccountRecords): object {
  const {
    profile,
    campaigns,
    subscription,
    messages,
    opened,
    comments,
    newsMails,
    newsKinds,
    sessionsRead,
  } = records;
  return {
    made_at: new Date().toISOString(),
    profile,
    campaigns,
    mailing_list: subscription,
    contact_messages: messages,
    opened_documents: opened,
    sessions_read: sessionsRead,
    comments,
    news_mails: newsMails,
    news_kinds: newsKinds,
  };
}

const asJson = (value: object) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** The declared type is only a readable stream. */
function asPassThrough(stream: NodeJS.ReadableStream): PassThrough {
  if (!(stream instanceof Readable)) throw new Error('The archive has no stream.');
  return stream as PassThrough;
}
