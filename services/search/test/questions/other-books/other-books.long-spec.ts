import { createHash } from 'node:crypto';
import type { TestPerson } from '@tomekeeper/testing';
import { startSearchApp, type SearchApp } from '../../search-app';
import { otherQuestions, readBooks, type OtherQuestion } from './books';

jest.setTimeout(3_600_000);

/** Folder with the books; see `fetch-books.mjs`. */
const { OTHER_BOOKS, SEARCH_MODEL_URL, SEARCH_MODEL_KEY } = process.env;
const describeWithBooks = OTHER_BOOKS === undefined ? describe.skip : describe;

const EMBEDDING_MS = 1_800_000;
/** A quotation of this length answers a question wherever it occurs. */
const UNIQUE_LENGTH = 40;

type Answerable = Extract<OtherQuestion, { answer: string }>;
interface Result {
  /** Rank among ten hits; Infinity without. */
  rank: number;
  isAnswered: boolean;
  /** Whether one of the quotations contains the expected answer. */
  isRight: boolean;
  /** The same for the first quotation. */
  isFirstRight: boolean;
}

describeWithBooks('questions about books of others', () => {
  let service: SearchApp;
  let gm: TestPerson;
  let campaign: string;
  const texts = new Map<string, { document: string; text: string }>();

  beforeAll(async () => {
    service = await startSearchApp(
      SEARCH_MODEL_URL === undefined ? undefined : { SEARCH_MODEL_URL, SEARCH_MODEL_KEY },
    );
    gm = await service.identity.join('Wren Ashdown');
    const { id, written } = service.campaign([[gm, 'owner']]);
    campaign = id;
    for (const { path, name, passages } of await readBooks(OTHER_BOOKS ?? ''))
      for (const passage of written.textsOf(written.add({ name, lines: passages, kind: 'file' })))
        texts.set(passage.id, { document: path, text: passage.text });
    await service.indexer.catchUp(id);
    if (SEARCH_MODEL_URL !== undefined) await service.embedAll(EMBEDDING_MS);
  });
  afterAll(() => service?.stop());

  it('finds and answers them', async () => {
    const questions = await otherQuestions();
    const answerable = questions.filter(isAnswerable);
    for (const one of answerable)
      expect([...texts.values()].filter((passage) => isAnswerIn(one, passage))).not.toEqual([]);
    const results = new Map<OtherQuestion, Result>();
    for (const one of questions)
      results.set(one, { ...(await answer(one)), rank: isAnswerable(one) ? await rankOf(one) : 0 });
    process.stdout.write(tableOf(results));
  });

  async function rankOf(question: Answerable): Promise<number> {
    const q = encodeURIComponent(question.question);
    const path = `/api/search/?campaign=${campaign}&limit=10&q=${q}`;
    const { status, body } = await service.callUntilReady('GET', path, { as: gm });
    expect(status).toBe(200);
    const at = body.hits.findIndex(({ passage }: { passage?: string }) => {
      const found = texts.get(passage ?? '');
      return found !== undefined && isAnswerIn(question, found);
    });
    return at === -1 ? Infinity : at + 1;
  }

  async function answer(question: OtherQuestion): Promise<Omit<Result, 'rank'>> {
    const { status, body } = await service.callUntilReady('POST', '/api/search/ask/', {
      as: gm,
      body: { campaign, question: question.question },
    });
    expect(status).toBe(200);
    const parts: { text: string; citations: { passage: string }[] }[] = body.answer ?? [];
    for (const { text, citations } of parts)
      for (const { passage } of citations) expect(texts.get(passage)?.text).toContain(text);
    const [isFirstRight = false, ...others] = parts.map(({ text, citations }) =>
      citations.some(
        ({ passage }) =>
          isAnswerable(question) &&
          isAnswerIn(question, { document: texts.get(passage)?.document ?? '', text }),
      ),
    );
    const isRight = isFirstRight || others.includes(true);
    return { isAnswered: body.answer !== null, isRight, isFirstRight };
  }
});

const isAnswerable = (one: OtherQuestion): one is Answerable => one.kind !== 'unanswerable';

const isAnswerIn = (
  { answer, document }: Answerable,
  passage: { document: string; text: string },
): boolean =>
  passage.text.includes(answer) &&
  (passage.document === document || answer.length >= UNIQUE_LENGTH);

/** Constants of evidence were chosen with half 0 only. */
const halfOf = ({ question }: OtherQuestion): number =>
  createHash('sha256').update(question).digest().readUInt32BE(0) % 2;

function tableOf(results: ReadonlyMap<OtherQuestion, Result>): string {
  const all = [...results];
  const kinds = [...new Set(all.map(([{ kind }]) => kind))].filter(
    (kind) => kind !== 'unanswerable',
  );
  const groups: [string, (one: OtherQuestion) => boolean][] = [
    ['all', () => true],
    ['half 0', (one) => halfOf(one) === 0],
    ['half 1', (one) => halfOf(one) === 1],
    ...kinds.map((kind): [string, (one: OtherQuestion) => boolean] => [
      kind,
      (one) => one.kind === kind,
    ]),
  ];
  const rows = groups.map(([name, isIn]) => {
    const asked = all.filter(([one]) => isAnswerable(one) && isIn(one));
    const others = all.filter(([one]) => !isAnswerable(one) && isIn(one));
    const share = (is: (result: Result) => boolean, of = asked) =>
      of.length === 0 ? '' : (of.filter(([, result]) => is(result)).length / of.length).toFixed(2);
    return `| ${[
      name,
      asked.length,
      ...[1, 5].map((most) => share(({ rank }) => rank <= most)),
      share(({ isAnswered }) => isAnswered),
      share(
        ({ isRight }) => isRight,
        asked.filter(([, { isAnswered }]) => isAnswered),
      ),
      share(
        ({ isFirstRight }) => isFirstRight,
        asked.filter(([, { isAnswered }]) => isAnswered),
      ),
      share(({ isAnswered }) => !isAnswered, others),
    ].join(' | ')} |`;
  });
  return [
    '| kind | questions | @1 | @5 | answered | right of answered | right first | refused |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
    '',
  ].join('\n');
}
