// Makes one picture, in a process of its own that is thrown away: bytes of an unknown file come in, a small WebP
// without metadata goes out, or one word that says why not. Plain JavaScript, so that the same file runs from
// the sources and from the build.
'use strict';

refuseNetwork();
// Whoever started this holds the other end: with them it ends too.
const { Socket } = require('node:net');
new Socket({ fd: 3 }).on('close', () => process.exit(1)).resume();

const sharp = require('sharp');

/** What a file says of itself counts for nothing: only these readers are there. */
const READERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'];
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: READERS.map((format) => `VipsForeignLoad${format}`) });
sharp.concurrency(1);
sharp.cache(false);

const { width, height, fit, quality, maxPixels } = JSON.parse(process.argv[2]);

async function main() {
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  const file = Buffer.concat(chunks);
  const options = { limitInputPixels: maxPixels, sequentialRead: true, failOn: 'error' };
  const about = await sharp(file, options).metadata();
  if (about.width * about.height > maxPixels) return answer('too_many_pixels');
  const { data } = await sharp(file, options)
    .autoOrient()
    .resize({ width, height, fit, withoutEnlargement: true })
    .webp({ quality })
    .toBuffer({ resolveWithObject: true });
  return answer('made', data);
}

/** A line with one word, and the picture's bytes where there is one. */
function answer(word, bytes = Buffer.alloc(0)) {
  process.stdout.write(Buffer.concat([Buffer.from(`${word}\n`), bytes]), () => process.exit(0));
}

main().catch((error) =>
  answer(/pixel limit/i.test(String(error)) ? 'too_many_pixels' : 'unreadable'),
);

/** Where the kernel gives no network of its own to this process, at least nothing here knows the way to one. */
function refuseNetwork() {
  const refuse = () => {
    throw new Error('There is no network here.');
  };
  const net = require('node:net');
  const dgram = require('node:dgram');
  const dns = require('node:dns');
  net.Socket.prototype.connect = refuse;
  net.Server.prototype.listen = refuse;
  dgram.Socket.prototype.send = refuse;
  dgram.Socket.prototype.bind = refuse;
  dns.lookup = refuse;
  dns.promises.lookup = refuse;
  globalThis.fetch = refuse;
}
