// Encodes one picture in a separate, short-lived process. Input: bytes of an unknown file. Output: a small WebP or, with
// `keepFormat`, a picture of the same size and format, without metadata; or one word for the reason of a refusal. Plain JavaScript, so that the same file runs from
// the sources and from the build.
'use strict';

require('../sandbox/enter.cjs');
const sharp = require('sharp');

/** Only these decoders are enabled, regardless of the type that the file claims. */
const READERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'];
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: READERS.map((format) => `VipsForeignLoad${format}`) });
sharp.concurrency(1);
sharp.cache(false);

const { width, height, fit, quality, maxPixels, keepFormat } = JSON.parse(process.argv[2]);

/** Encoders by the format of the file. */
const ENCODERS = {
  jpeg: (image) => image.jpeg({ quality: 92 }),
  png: (image) => image.png({ compressionLevel: 6 }),
  webp: (image) => image.webp({ quality: 92 }),
  gif: (image) => image.gif({ effort: 2 }),
  heif: (image) => image.avif({ quality: 70, effort: 2 }),
};

async function main() {
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  const file = Buffer.concat(chunks);
  const options = { limitInputPixels: maxPixels, sequentialRead: true, failOn: 'error' };
  const about = await sharp(file, options).metadata();
  if (about.width * about.height > maxPixels) return answer('too_many_pixels');
  if (keepFormat) {
    const encode = ENCODERS[about.format];
    if (!encode) return answer('unreadable');
    const isAnimated = about.pages > 1;
    const image = sharp(file, { ...options, animated: isAnimated });
    // sharp cannot turn several frames at once; animated formats carry no orientation.
    const oriented = isAnimated ? image : image.autoOrient();
    const { data, info } = await encode(oriented).toBuffer({ resolveWithObject: true });
    return answer(`made ${info.width} ${info.pageHeight ?? info.height} ${about.format}`, data);
  }
  const { data, info } = await sharp(file, options)
    .autoOrient()
    .resize({ width, height, fit, withoutEnlargement: true })
    .webp({ quality })
    .toBuffer({ resolveWithObject: true });
  return answer(`made ${info.width} ${info.height} webp`, data);
}

/** A line with a word and the picture's size, and its bytes, where there is one. */
function answer(word, bytes = Buffer.alloc(0)) {
  process.stdout.write(Buffer.concat([Buffer.from(`${word}\n`), bytes]), () => process.exit(0));
}

main().catch((error) =>
  answer(/pixel limit/i.test(String(error)) ? 'too_many_pixels' : 'unreadable'),
);
