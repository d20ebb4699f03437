/** Bytes read into memory at a time. */
const PIECE_BYTES = 4 * 1024 * 1024;

/**
 * Fingerprint of the content: the SHA-256 of the SHA-256 hashes of its chunks, because Web Crypto cannot hash incrementally.
 * Undefined without Web Crypto (insecure contexts over plain HTTP), and for an empty file.
 * @throws {DOMException} if the file cannot be read any more, or `signal` aborts
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

/** The type declares `crypto` as always present, but insecure contexts lack `subtle`. */
const hashing = (): SubtleCrypto | undefined => (globalThis.crypto as Crypto | undefined)?.subtle;
