import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { LOG, type Log } from '@tomekeeper/service-kit';
import { type PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { asAnswer, type VisibleDocument, visibleDocuments } from '../documents/visible-documents';
import { ArchiveNames } from './archive-names';
import type { PersonalData } from './personal-data';
import { ObjectStore } from '../objects/object-store';

/** Tells someone who opens the archive years later what it holds. */
const README = `A copy of your data.

data.json       who you are here, with the addresses that your account had before; the campaigns
                that you own, with the ids of their players, and those that you play in; your
                place on the mailing list and what you have written to us, under your present
                address. Passwords are not kept in a form that could be given out.
documents.json  every document of the campaigns that you own, with the path of its file below.
documents/      these files, in a folder per campaign, as they were uploaded.

Documents of campaigns that you only play in belong to their game masters and are not in here.
Times are in UTC.
`;

/** From this size on an entry needs the longer form of a zip's numbers. */
const ZIP64_FROM = 0xffff_0000;
const DELETED = 'This file was deleted while the copy of your data was being made.\n';

/**
 * A person's data as one zip, made while it is sent: a file is opened when the one before it is through,
 * so memory stays the same however much there is. Files and their descriptions come from campaigns that
 * the person owns, and nowhere else.
 */
@Injectable()
export class ExportArchive {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly store: ObjectStore,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** @throws {DomainError} while the store is away: better before the first byte than after it */
  async open(data: PersonalData): Promise<Readable> {
    await this.store.expectAvailable();
    const zip = new ZipFile();
    const output = asPassThrough(zip.outputStream);
    const sources = new Sources(output);
    zip.on('error', (error: Error) => {
      this.log.warn({ err: error }, 'a copy of data was cut off');
      output.destroy(error);
    });
    zip.addBuffer(Buffer.from(README), 'README.txt');
    zip.addBuffer(asJson(recordsOf(data)), 'data.json');
    void this.addDocuments(zip, data, sources).then(
      () => zip.end(),
      (error: unknown) => zip.emit('error', error),
    );
    return output;
  }

  private async addDocuments(zip: ZipFile, data: PersonalData, sources: Sources): Promise<void> {
    const names = new ArchiveNames();
    const described: object[] = [];
    for (const campaign of data.campaigns.filter(({ role }) => role === 'owner')) {
      // One campaign at a time: a GM may own 200 of them with 2,000 documents each.
      const scope = { owned: [campaign.id], played: [] };
      for (const document of await visibleDocuments(this.uow, scope)) {
        const path = `documents/${names.pathFor(campaign.title, document.original_filename)}`;
        described.push({ ...asAnswer(document), size: document.size, path });
        this.addFile(zip, path, document, sources);
      }
    }
    zip.addBuffer(asJson(described), 'documents.json');
  }

  private addFile(zip: ZipFile, path: string, document: VisibleDocument, sources: Sources): void {
    const options = {
      mtime: document.created_at,
      // Maps and PDFs are compressed already, and the work would be done here.
      compress: false,
      forceZip64Format: document.size >= ZIP64_FROM,
    };
    zip.addReadStreamLazy(path, options, (give) => {
      void this.read(document.s3_key)
        .then((source) => give(null, sources.watch(source)))
        .catch((error: unknown) => zip.emit('error', error));
    });
  }

  private async read(key: string): Promise<Readable> {
    return (await this.store.read(key)) ?? Readable.from([Buffer.from(DELETED)]);
  }
}

/** Closes the file that is open when the download is broken off. */
class Sources {
  private current: Readable | undefined;

  constructor(private readonly output: Readable) {
    output.once('close', () => this.current?.destroy());
  }

  watch(source: Readable): Readable {
    this.current = source;
    if (this.output.destroyed) source.destroy();
    return source;
  }
}

function recordsOf({ profile, campaigns, subscription, messages }: PersonalData): object {
  return {
    made_at: new Date().toISOString(),
    profile,
    campaigns,
    mailing_list: subscription,
    contact_messages: messages,
  };
}

const asJson = (value: object) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** Its type says only that it can be read. */
function asPassThrough(stream: NodeJS.ReadableStream): PassThrough {
  if (!(stream instanceof Readable)) throw new Error('The archive has no stream.');
  return stream as PassThrough;
}
