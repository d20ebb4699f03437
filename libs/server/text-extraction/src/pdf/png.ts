import { crc32, deflateSync } from 'node:zlib';

interface Pixels {
  width: number;
  height: number;
  /** Pixel format of pdf.js: 1 bit grayscale, 24 bits RGB or 32 bits RGBA. */
  kind: number;
  data: Uint8Array;
}

const CHANNELS: Record<number, number> = { 2: 3, 3: 4 };
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** Encodes pixels as PNG; undefined for unknown pixel formats. */
export function toPng({ width, height, kind, data }: Pixels): Buffer | undefined {
  const isBits = kind === 1;
  const channels = CHANNELS[kind];
  if (!isBits && channels === undefined) return undefined;
  const stride = isBits ? (width + 7) >> 3 : width * channels!;
  if (data.length < stride * height) return undefined;
  const raw = Buffer.alloc((stride + 1) * height);
  for (let row = 0; row < height; row++)
    raw.set(data.subarray(row * stride, (row + 1) * stride), row * (stride + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = isBits ? 1 : 8;
  header[9] = isBits ? 0 : channels === 4 ? 6 : 2;
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(raw, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
