import sharp from 'sharp';
import { eventually } from '@tomekeeper/testing';
import type { UploadOptions } from '../../document-app';
import { SECRET, type Attack, type Scene } from './scene';

// Files that players ask for: while their text is extracted, with secret markup, and pictures with metadata.

const MARKDOWN = { name: 'inn.md', contentType: 'text/markdown' };
const WITH_SECRET = `Open.\n\n> [!secret]\n> ${SECRET}\n`;
const DAMAGED = { name: 'inn.docx', contentType: '', content: `PK\u0003\u0004 ${SECRET}` };

const getsNoFile = async (scene: Scene, place: Parameters<Scene['fileFor']>[0]) =>
  expect(await scene.fileFor(place)).toEqual({ status: 404, bytes: '' });

const photo = () =>
  sharp({ create: { width: 6, height: 2, channels: 3, background: '#375' } })
    .withExif({ IFD0: { ImageDescription: SECRET } })
    .jpeg()
    .toBuffer();

/** Uploads an image and requests it. @param lose handling of the players' copy */
const pictureAsked =
  (
    file: () => Promise<UploadOptions>,
    expected: number,
    lose?: (scene: Scene, key: string) => Promise<unknown>,
  ): Attack =>
  async (scene) => {
    const { uow } = scene.service;
    const document = await scene.upload(await file());
    const open = `SELECT 1 FROM picture WHERE source_key = $1 AND state = 'waiting'`;
    await scene.service.makePictures();
    await eventually(async () => (await uow.query(open, [document.s3_key])).length === 0);
    await lose?.(scene, document.s3_key);
    const { status, bytes } = await scene.fileFor(document);
    expect(bytes).not.toContain(SECRET);
    expect(status).toBe(expected);
  };

export const FILE_ATTACKS = {
  'before its text is extracted': async (scene) =>
    getsNoFile(scene, await scene.upload({ ...MARKDOWN, content: WITH_SECRET })),
  'as listed before its text is extracted': async (scene) => {
    const document = await scene.upload({ ...MARKDOWN, content: WITH_SECRET });
    expect(await scene.listedFor(document)).toMatchObject({ kind: 'note', s3_key: '' });
  },
  'in the place of another one, before its text is extracted': async (scene) => {
    const document = await scene.upload({ ...MARKDOWN, content: 'Open.' });
    await scene.service.readTexts();
    await scene.service.replaceFile(scene.gm, document, { ...MARKDOWN, content: WITH_SECRET });
    await getsNoFile(scene, document);
  },
  'whose extraction failed': async (scene) => {
    const document = await scene.upload(DAMAGED);
    await scene.service.readTexts();
    await getsNoFile(scene, document);
  },
  'that was renamed to another kind before its text is extracted': async (scene) => {
    const document = await scene.upload({ ...MARKDOWN, content: WITH_SECRET });
    await scene.call('PATCH', `${document.id}/`, { original_filename: 'inn.txt' });
    await scene.service.readTexts();
    await getsNoFile(scene, document);
  },
  'that a GM releases before its text is extracted': async (scene) => {
    const document = await scene.upload({ ...MARKDOWN, content: WITH_SECRET });
    const url = `/api/documents/${document.id}/`;
    await scene.service.call('PATCH', url, { as: scene.gm, body: { give_file: true } });
    await getsNoFile(scene, document);
  },
  'with secret markup': async (scene) => {
    const document = await scene.upload({ ...MARKDOWN, content: WITH_SECRET });
    await scene.service.readTexts();
    expect(await scene.textsFor(document)).toEqual(['Open.']);
    await getsNoFile(scene, document);
  },
  'that is a picture': pictureAsked(async () => ({ ...JPEG, content: await photo() }), 200),
  'that is a picture by its name alone': pictureAsked(
    async () => ({
      name: 'IMG_1.JPG',
      contentType: 'application/octet-stream',
      content: await photo(),
    }),
    200,
  ),
  'that is a picture whose copy is not made yet': pictureAsked(
    async () => ({ ...JPEG, content: await photo() }),
    503,
    ({ service }, key) => service.uow.query('DELETE FROM picture WHERE source_key = $1', [key]),
  ),
  'that is a picture that cannot be re-encoded': pictureAsked(
    async () => ({
      name: 'map.svg',
      contentType: 'image/svg+xml',
      content: `<svg xmlns="http://www.w3.org/2000/svg"><g display="none">${SECRET}</g></svg>`,
    }),
    409,
  ),
} satisfies Record<string, Attack>;

const JPEG = { name: 'map.jpg', contentType: 'image/jpeg' };
