/** Longer events and responses are invalid. */
const MAX_CHARACTERS = 1_000_000;

export async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > MAX_CHARACTERS) throw new Error('An answer without an end.');
  }
  return text + decoder.decode();
}

/** Parses the data of server-sent events, independent of chunk boundaries. */
export async function* parseEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let waiting = '';
  let data: string[] = [];
  let length = 0;
  let endsInCr = false;
  for await (const bytes of body) {
    const piece = decoder.decode(bytes, { stream: true });
    if (piece === '') continue;
    waiting += piece;
    if (waiting.length + length > MAX_CHARACTERS) throw new Error('An event without an end.');
    // Without a line end, the pending text is not scanned again: an event may arrive in many chunks.
    const hasEnd = endsInCr || /[\r\n]/.test(piece);
    endsInCr = piece.endsWith('\r');
    if (!hasEnd) continue;
    // Lines end with CR, LF or CRLF. A CR at the end of a chunk may be followed by an LF in the next one.
    for (let end = /\r\n|\n|\r(?!$)/.exec(waiting); end; end = /\r\n|\n|\r(?!$)/.exec(waiting)) {
      const line = waiting.slice(0, end.index);
      waiting = waiting.slice(end.index + end[0].length);
      if (line.startsWith('data:')) {
        data.push(line.slice(5).replace(/^ /, ''));
        length += line.length;
      } else if (line === '' && data.length > 0) {
        yield data.join('\n');
        data = [];
        length = 0;
      }
    }
  }
  // An event without a final empty line is incomplete.
}
