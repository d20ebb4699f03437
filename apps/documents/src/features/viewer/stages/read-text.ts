/** Maximum size of displayed text, in bytes. */
export const SHOWN_BYTES = 2 * 1024 * 1024;

export interface ReadText {
  text: string;
  /** Whether the text was truncated. */
  isCut: boolean;
}

/** The URL is expired or invalid. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** Downloads a text file up to the display limit. @throws {AddressRefused} if the URL has expired */
export async function readText(url: string, signal: AbortSignal): Promise<ReadText> {
  const response = await fetch(url, {
    signal,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
  });
  if (response.status === 403) throw new AddressRefused();
  if (!response.ok || !response.body)
    throw new Error(`Object storage returned ${response.status}.`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body.getReader();
  while (size <= SHOWN_BYTES) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.length;
  }
  await reader.cancel();
  const bytes = joined(chunks, size);
  const isCut = size > SHOWN_BYTES;
  return { text: decoded(isCut ? bytes.subarray(0, SHOWN_BYTES) : bytes, isCut), isCut };
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** Byte order marks. */
const MARKS: readonly [encoding: string, bytes: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/**
 * Decodes text by its byte order mark, else as UTF-8, else as Windows-1252.
 * @param isCut whether the text was truncated, so that an incomplete last character is no error
 */
export function decoded(bytes: Uint8Array, isCut: boolean): string {
  const marked = MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (marked) return new TextDecoder(marked[0]).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
