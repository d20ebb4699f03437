/** So much of a file is in memory at a time. */
const PIECE_BYTES = 4 * 1024 * 1024;

/**
 * A name for what is in a file: the SHA-256 of the SHA-256s of its pieces, because the browser's own hash takes nothing piece
 * by piece. Undefined where the browser has none (pages that came over plain HTTP), and for an empty file.
 * @throws {DOMException} when the file can't be read any more, or `signal` says so
 */
export async function fingerprintOf(file: File, signal?: AbortSignal): Promise<string | undefined> {
  const subtle = hashing();
  if (!subtle || file.size === 0) return undefined;
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    const piece = await file.slice(at, at + PIECE_BYTES).arrayBuffer();
    signal?.throwIfAborted();
    pieces.push(new Uint8Array(await subtle.digest('SHA-256', piece)));
  }
  const all = await new Blob(pieces as BlobPart[]).arrayBuffer();
  const digest = new Uint8Array(await subtle.digest('SHA-256', all));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Its type says that it is always there. */
const hashing = (): SubtleCrypto | undefined => (globalThis.crypto as Crypto | undefined)?.subtle;
