import type { ExportAnswer, ImportAnswer, ImportSummary } from '@tomekeeper/contracts-document';
import { eventually, type TestPerson } from '@tomekeeper/testing';
import sharp from 'sharp';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import type { DocumentApp } from '../document-app';

/** A zip of files by path. */
export function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  return bytesOf(zip.outputStream);
}

export async function bytesOf(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export interface ImportedBy {
  gm: TestPerson;
  campaign: string;
}

/** Uploads a file with the purpose of an import. @returns its key */
export async function sendImport(
  service: DocumentApp,
  { gm, campaign }: ImportedBy,
  bytes: Buffer,
  name = 'vault.zip',
): Promise<string> {
  const presigned = await service.call('POST', '/api/documents/presign/', {
    as: gm,
    body: { campaign, file_name: name, content_type: 'application/zip', purpose: 'import' },
  });
  expect(presigned.status).toBe(200);
  const { upload_url, key, headers } = presigned.body as {
    upload_url: string;
    key: string;
    headers: Record<string, string>;
  };
  const stored = await fetch(upload_url, { method: 'PUT', body: new Uint8Array(bytes), headers });
  expect(stored.status).toBe(200);
  return key;
}

export const readImport = async (
  service: DocumentApp,
  { gm }: Pick<ImportedBy, 'gm'>,
  id: string,
  after = 0,
): Promise<ImportAnswer> =>
  (await service.call('GET', `/api/imports/${id}/?after=${after}`, { as: gm }))
    .body as ImportAnswer;

/** Waits until an import leaves its present work. */
export const settledImport = (service: DocumentApp, by: Pick<ImportedBy, 'gm'>, id: string) =>
  eventually(async () => {
    const found = await readImport(service, by, id);
    expect(['waiting', 'extracting', 'saving', 'undoing']).not.toContain(found.state);
    return found;
  });

/** Uploads a zip, and waits for its review or failure. */
export async function reviewed(
  service: DocumentApp,
  by: ImportedBy,
  files: Record<string, string | Buffer> | Buffer,
  { name, format }: { name?: string; format?: string } = {},
): Promise<ImportAnswer> {
  const bytes = Buffer.isBuffer(files) ? files : await zipOf(files);
  const key = await sendImport(service, by, bytes, name);
  const body = { campaign: by.campaign, key, ...(format !== undefined && { format }) };
  const made = await service.call('POST', '/api/imports/', { as: by.gm, body });
  expect(made.status).toBe(201);
  return settledImport(service, by, (made.body as ImportSummary).id);
}

/** Confirms a review, and waits until it is saved. */
export async function committed(
  service: DocumentApp,
  by: Pick<ImportedBy, 'gm'>,
  id: string,
): Promise<ImportAnswer> {
  const answer = await service.call('POST', `/api/imports/${id}/commit/`, { as: by.gm });
  expect(answer.status).toBe(200);
  return settledImport(service, by, id);
}

export async function imported(
  service: DocumentApp,
  by: ImportedBy,
  files: Record<string, string | Buffer> | Buffer,
): Promise<ImportAnswer> {
  const review = await reviewed(service, by, files);
  expect(review.state).toBe('review');
  return committed(service, by, review.id);
}

/** Files of a zip by path. */
export async function filesOfZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const zip = await fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    files.set(entry.fileName, await bytesOf(stream));
  }
  return files;
}

/** Starts an export, and waits until it is finished. */
export async function exportedBy(
  service: DocumentApp,
  { as, campaign }: { as: TestPerson; campaign: string },
  format: string,
): Promise<ExportAnswer> {
  const path = `/api/campaigns/${campaign}/exports/`;
  const started = await service.call('POST', path, { as, body: { format } });
  expect(started.status).toBe(201);
  return eventually(async () => {
    const answer = await service.call('GET', `${path}${started.body.id}/`, { as });
    expect(answer.body).toMatchObject({ state: 'ready', progress: expect.any(Number) });
    return answer.body as ExportAnswer;
  });
}

export async function download({ files }: ExportAnswer): Promise<Buffer> {
  expect(files).toHaveLength(1);
  const answer = await fetch(files![0]!.url);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

/** Files of a vault with links, a secret, a picture and a PDF. */
export async function vault(): Promise<Record<string, string | Buffer>> {
  const create = { width: 40, height: 30, channels: 3 as const, background: '#345' };
  return {
    'Places/Mill.md':
      '# The mill\n\nThe miller is [[Vash|the ferryman]].\n\n> [!secret] Truth\n> He is a **lich**.\n\n![[map.png]]\n\n- one\n- two\n\n| a | b |\n| - | - |\n| 1 | 2 |\n',
    'People/Vash.md': 'Vash lives at [[Mill#The mill]].\n\nThe key is amber.\n',
    'attachments/map.png': await sharp({ create }).png().toBuffer(),
    'attachments/plan.pdf': Buffer.from('%PDF-1.4 no real file'),
  };
}
