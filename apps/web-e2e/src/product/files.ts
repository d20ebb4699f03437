import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';

/** A picture of stripes, of this size. */
export function pngFile(width: number, height: number): Buffer {
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + width * 3);
    for (let x = 0; x < width; x += 1)
      row.writeUIntBE(((x ^ y) & 64) > 0 ? 0x8c2333 : 0xefeae0, 1 + x * 3, 3);
    return row;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** Silence of so many seconds. */
export function wavFile(seconds: number): Buffer {
  const rate = 8000;
  const data = Buffer.alloc(rate * seconds, 0x80);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}

interface PdfOptions {
  /** Each page has the text `Page 12` and a searchable word. */
  word?: string;
  /**
   * Text in the middle of each page, one line per page: repeated first lines would be treated as
   * page headers.
   */
  lines?: readonly string[];
  /** Random bytes that each page brings along, so that a book is as heavy as its pictures make it. */
  ballast?: number;
  /** Encrypted with an unknown password. */
  locked?: boolean;
}

/** A book of so many pages, in a font that it leaves to the reader. */
export function pdfFile(
  pages: number,
  { word = '', lines = [], ballast = 0, locked = false }: PdfOptions = {},
): Buffer {
  const objects: Buffer[] = [];
  const add = (content: string | Buffer) => objects.push(Buffer.from(content));
  const stream = (dictionary: string, content: Buffer) =>
    Buffer.concat([
      Buffer.from(`<< ${dictionary} /Length ${content.length} >>\nstream\n`),
      content,
      Buffer.from('\nendstream'),
    ]);
  // Filled in below, when it is known which pages there are.
  const catalog = add('');
  const font = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  const groups: { ref: number; first: number; count: number }[] = [];
  // A page tree with ten entries per node, as most programs write it: readers of one page do not
  // load all.
  for (let first = 1; first <= pages; first += 10)
    groups.push({ ref: add(''), first, count: Math.min(10, pages - first + 1) });
  const tree = add(
    `<< /Type /Pages /Count ${pages} /Kids [${groups.map(({ ref }) => `${ref} 0 R`).join(' ')}] >>`,
  );
  objects[catalog - 1] = Buffer.from(`<< /Type /Catalog /Pages ${tree} 0 R >>`);
  for (const { ref, first, count } of groups) {
    const kids = Array.from({ length: count }, (_, index) => {
      const line = lines[first + index - 1] ?? '';
      const said = line && `0 -300 Td (${line}) Tj`;
      const text = `BT /F 24 Tf 72 700 Td (Page ${first + index} ${word}) Tj ${said} ET`;
      const content = add(stream('', Buffer.from(text)));
      if (ballast > 0) add(stream('', randomBytes(ballast)));
      return add(
        `<< /Type /Page /Parent ${ref} 0 R /MediaBox [0 0 612 792] /Contents ${content} 0 R
          /Resources << /Font << /F ${font} 0 R >> >> >>`,
      );
    });
    objects[ref - 1] = Buffer.from(
      `<< /Type /Pages /Parent ${tree} 0 R /Count ${count} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`,
    );
  }
  const hex = (length: number) => randomBytes(length).toString('hex');
  const lock = locked
    ? add(`<< /Filter /Standard /V 1 /R 2 /O <${hex(32)}> /U <${hex(32)}> /P -4 >>`)
    : undefined;
  return assembled(
    objects,
    `/Root ${catalog} 0 R`,
    lock === undefined ? '' : `/Encrypt ${lock} 0 R /ID [<${hex(16)}> <${hex(16)}>]`,
  );
}

function assembled(objects: readonly Buffer[], ...trailer: string[]): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')];
  let length = parts[0]?.length ?? 0;
  const offsets = objects.map((content, index) => {
    const offset = length;
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      content,
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(part);
    length += part.length;
    return offset;
  });
  const size = objects.length + 1;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} ${trailer.join(' ')} >>\n` +
        `startxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** Lets a folder of this machine go over the page, as a hand that drags it from the desktop. */
export async function dropFolder(page: Page, folder: string): Promise<void> {
  const hand = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize() ?? { width: 800, height: 600 };
  // 1: a copy.
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await hand.send('Input.dispatchDragEvent', { type, x: width / 2, y: height / 2, data });
  await hand.detach();
}
