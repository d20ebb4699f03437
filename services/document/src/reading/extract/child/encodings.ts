import { TextDecoder } from 'node:util';

/** What the bytes from 80 to 9f are in windows-1252. */
const BETWEEN = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Bytes in an encoding by its name; where nobody knows that, in windows-1252, in which no byte is wrong. */
export function decodeAs(bytes: Uint8Array, label: string): string {
  const decoder = decoderOf(label);
  // Node 20 and 22 take it for ISO 8859-1, in which quotation marks, dashes and the euro are control characters.
  return decoder.encoding === 'windows-1252' ? windows1252(bytes) : decoder.decode(bytes);
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder('windows-1252');
  }
}

const windows1252 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (letter) => BETWEEN[letter.charCodeAt(0) - 0x80] ?? letter);
