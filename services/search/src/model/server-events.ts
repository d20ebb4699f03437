/** Signs of a line that is still on its way; what sends longer ones sends no events. */
const MOST = 1_000_000;

/** The data of each server-sent event of a body, however its bytes were cut on their way. */
export async function* dataOfEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let waiting = '';
  let data: string[] = [];
  for await (const bytes of body) {
    waiting += decoder.decode(bytes, { stream: true });
    if (waiting.length > MOST) throw new Error('A line without an end.');
    // A line ends with CR, LF or both: what a CR at the end of these bytes belongs to is known with the next ones.
    for (let end = /\r\n|\n|\r(?!$)/.exec(waiting); end; end = /\r\n|\n|\r(?!$)/.exec(waiting)) {
      const line = waiting.slice(0, end.index);
      waiting = waiting.slice(end.index + end[0].length);
      if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
      else if (line === '' && data.length > 0) {
        yield data.join('\n');
        data = [];
      }
    }
  }
  // An event without the empty line after it is not whole.
}
