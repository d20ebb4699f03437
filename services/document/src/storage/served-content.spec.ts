import fc from 'fast-check';
import {
  contentDisposition,
  savedContent,
  servedContent,
  THUMBNAIL_CONTENT,
} from './served-content';

const kind = (type: string, name = 'file') => servedContent(type, name).disposition.split(';')[0];

it.each([
  ['application/pdf', 'application/pdf'],
  ['image/PNG', 'image/png'],
  ['image/jpeg; x=y', 'image/jpeg'],
  ['image/gif', 'image/gif'],
  [' image/webp ;', 'image/webp'],
  ['image/avif', 'image/avif'],
  ['image/bmp', 'image/bmp'],
  ['audio/mpeg', 'audio/mpeg'],
  ['audio/mp4', 'audio/mp4'],
  ['audio/aac', 'audio/aac'],
  ['audio/ogg', 'audio/ogg'],
  ['audio/opus', 'audio/opus'],
  ['audio/wav', 'audio/wav'],
  ['audio/webm', 'audio/webm'],
  ['audio/flac', 'audio/flac'],
  ['audio/mp3', 'audio/mpeg'],
  ['audio/x-m4a', 'audio/mp4'],
  ['audio/x-wav', 'audio/wav'],
  ['audio/x-flac', 'audio/flac'],
  ['video/mp4; codecs="avc1"', 'video/mp4'],
  ['video/webm', 'video/webm'],
  ['video/ogg', 'video/ogg'],
  ['video/quicktime', 'video/quicktime'],
  ['video/x-m4v', 'video/mp4'],
  ['text/plain', 'text/plain; charset=utf-8'],
  ['text/markdown; charset=latin1', 'text/plain; charset=utf-8'],
])('shows %s as %s', (given, served) => {
  expect(servedContent(given, 'file')).toMatchObject({ contentType: served });
  expect(kind(given)).toBe('inline');
});

it.each([
  'text/html',
  'application/xml',
  'text/xml',
  'application/xhtml+xml',
  'text/javascript',
  'multipart/related',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/octet-stream',
  '',
])('only ever saves %j', (type) => {
  expect(kind(type)).toBe('attachment');
  expect(servedContent(type, 'page.html').contentType).toBe('application/octet-stream');
});

it('serves an SVG with its type for embedded pictures, and as a download otherwise', () => {
  const served = servedContent('image/svg+xml; charset=utf-8', 'map.svg');
  expect(served.contentType).toBe('image/svg+xml');
  expect(served.disposition).toMatch(/^attachment;/);
  expect(servedContent('application/octet-stream', 'map.svg').contentType).toBe(
    'application/octet-stream',
  );
});

it('serves thumbnails with their single type', () => {
  expect(THUMBNAIL_CONTENT).toEqual({
    contentType: 'image/webp',
    disposition: 'inline; filename="thumbnail.webp"',
  });
});

it('serves requested downloads as attachments', () => {
  expect(savedContent('map.pdf')).toEqual({
    contentType: 'application/octet-stream',
    disposition: `attachment; filename="map.pdf"; filename*=UTF-8''map.pdf`,
  });
});

it('uses the file extension only when the browser knew no type', () => {
  const saved = 'application/octet-stream';
  for (const [name, contentType] of [
    ['Notes.MD', 'text/plain; charset=utf-8'],
    ['notes.markdown', 'text/plain; charset=utf-8'],
    ['notes.txt', 'text/plain; charset=utf-8'],
    ['map.pdf', 'application/pdf'],
    ['Rain.flac', 'audio/flac'],
    ['rain.m4a', 'audio/mp4'],
    ['rain.opus', 'audio/opus'],
    ['map.avif', 'image/avif'],
  ] as const)
    expect(servedContent(saved, name)).toMatchObject({ contentType });
  for (const name of ['notes.md.exe', 'md', 'notes.md ', 'notes.'])
    expect([name, kind(saved, name)]).toEqual([name, 'attachment']);
  expect(kind('application/octet-stream', 'page.html')).toBe('attachment');
  expect(kind('text/html', 'innocent.md')).toBe('attachment');
});

describe('contentDisposition', () => {
  it('sends the exact name in UTF-8 and an ASCII fallback', () => {
    expect(contentDisposition('inline', 'Süd "1" 100%’s (a)*.pdf')).toBe(
      `inline; filename="S_d _1_ 100__s (a)*.pdf"; filename*=UTF-8''S%C3%BCd%20%221%22%20100%25%E2%80%99s%20%28a%29%2A.pdf`,
    );
  });

  it('can not be broken out of', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (name) => {
        const header = contentDisposition('attachment', name.toWellFormed());
        expect(header).toMatch(
          /^attachment; filename="[\x20\x21\x23-\x5b\x5d-\x7e]*"; filename\*=UTF-8''[\w.~!%-]*$/,
        );
      }),
    );
  });
});
