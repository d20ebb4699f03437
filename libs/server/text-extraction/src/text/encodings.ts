import { TextDecoder } from 'node:util';
import iconv from 'iconv-lite';

/**
 * Decodes with the labels of the Encoding Standard, then with those of iconv-lite, which also knows code pages of DOS.
 * Unknown labels are decoded as windows-1252.
 */
export function decodeAs(bytes: Uint8Array, label: string): string {
  const decoder = decoderOf(label);
  // Node 20 and 22 decode windows-1252 as ISO 8859-1, in which quotation marks and the euro are control characters.
  if (decoder && decoder.encoding !== 'windows-1252') return decoder.decode(bytes);
  const isKnown = !decoder && iconv.encodingExists(label);
  return iconv.decode(Buffer.from(bytes), isKnown ? label : 'windows-1252');
}

function decoderOf(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}
