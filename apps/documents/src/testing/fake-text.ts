import { answer, refuse, type FakeServer } from '@tomekeeper/remote-kit/testing';
import type { Passage } from '../features/documents-api/passages-api';

const idOf = (at: number) => `10000000-0000-4000-8000-${String(at).padStart(12, '0')}`;

/** A book with this many passages: every tenth is a heading, ten per page. */
export function fakePassages(count: number): Passage[] {
  return Array.from({ length: count }, (_, at) => {
    const isHeading = at % 10 === 0;
    const text = isHeading ? `Chapter ${at / 10 + 1}` : `Passage ${at} of the lantern book.`;
    return {
      id: idOf(at),
      kind: isHeading ? 'heading' : 'paragraph',
      depth: 0,
      ...(isHeading && { level: 1 }),
      text,
      content: { inlines: [{ text }] },
      page: Math.floor(at / 10) + 1,
    };
  });
}

const BASE = 'GET /api/documents/:id/';

/** Fakes the text endpoints of the service for all documents; `passages` is mutable. */
export function answerText(server: FakeServer, text: { passages: Passage[] }): void {
  server
    .on(`${BASE}passages/`, ({ query, ifNoneMatch }) => {
      const { passages } = text;
      const limit = Number(query.get('limit'));
      const asked = (name: string) => passages.findIndex(({ id }) => id === query.get(name));
      let at = Number(query.get('from') ?? 0);
      if (query.has('around')) {
        const found = asked('around');
        if (found < 0) return refuse(404, 'There is no such passage.');
        at = Math.max(0, found - Math.floor(limit / 2));
      }
      if (query.has('page')) {
        const page = Number(query.get('page'));
        at = passages.findIndex((one) => (one.page ?? 0) >= page);
        if (at < 0) at = passages.length;
      }
      const body = { passages: passages.slice(at, at + limit), at, total: passages.length };
      const etag = `"${passages.length} ${query} ${JSON.stringify(body).length}"`;
      if (ifNoneMatch === etag) return new Response(null, { status: 304 });
      const response = answer(body);
      response.headers.set('etag', etag);
      return response;
    })
    .on(`${BASE}outline/`, () =>
      answer(
        text.passages.flatMap(({ id, kind, level = 1, text, page }, at) =>
          kind === 'heading' ? [{ id, level, text, page, at, tags: [], pinned: false }] : [],
        ),
      ),
    )
    .on(`${BASE}comments/`, () => answer({ comments_state: 'off', comments: [] }))
    .on(`${BASE}find/`, ({ query }) => {
      const wanted = (query.get('q') ?? '').toLowerCase();
      const found = text.passages.flatMap(({ id, text }, at) => {
        const times = text.toLowerCase().split(wanted).length - 1;
        return times > 0 ? [{ id, at, times }] : [];
      });
      return answer({ found, more: false });
    });
}
