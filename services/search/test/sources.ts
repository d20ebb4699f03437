import type { Source } from '../src/answers/sources';

/** A source of a prompt. */
export const sourceOf = (n: number, text: string, title = 'Village'): Source => ({
  passage: {
    id: `passage-${n}`,
    document: `document-${n}`,
    text,
    class: '',
    kind: 'paragraph',
    level: null,
    position: n,
    page: null,
    language: 'english',
    length: 1,
    frequencies: {},
  },
  title: { document: `document-${n}`, title, class: '', since: null, stems: [] },
  headings: ['The smithy'],
});
