/** Signs of what is still on its way; what sends longer events, or answers, sends none that is read here. */
const MOST = 1_000_000;

/** All of a body. */
export async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > MOST) throw new Error('An answer without an end.');
  }
  return text + decoder.decode();
}

/** The data of each server-sent event of a body, however its bytes were cut on their way. */
export async function* dataOfEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let waiting = '';
  let data: string[] = [];
  let length = 0;
  let endsInCr = false;
  for await (const bytes of body) {
    const piece = decoder.decode(bytes, { stream: true });
    if (piece === '') continue;
    waiting += piece;
    if (waiting.length + length > MOST) throw new Error('An event without an end.');
    // Where nothing can have ended, what waits is not looked through again: it may come in very many pieces.
    const hasEnd = endsInCr || /[\r\n]/.test(piece);
    endsInCr = piece.endsWith('\r');
    if (!hasEnd) continue;
    // A line ends with CR, LF or both: what a CR at the end of these bytes belongs to is known with the next ones.
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
  // An event without the empty line after it is not whole.
}
