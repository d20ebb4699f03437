import fc from 'fast-check';

// Secrets use Greek letters and other text uses Latin letters, so that each leaked letter is recognizable.

export const SECRET_LETTER = /[\u0370-\u03ff]/;

const secret = fc.string({
  unit: fc.constantFrom(...'αβγδεζηθ'),
  minLength: 3,
  maxLength: 8,
});
const word = fc.string({ unit: fc.constantFrom(...'abcdefg'), minLength: 2, maxLength: 6 });

/** Clipboard data by media type. */
export type Clipboard = Record<string, string>;

const quoted = (lines: string): string =>
  lines
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

const markdownSecret = fc
  .record({
    words: fc.array(secret, { minLength: 1, maxLength: 3 }),
    open: fc.constantFrom('[!secret]', '[!Secret]-', '[!secret]+ ', '[!secret] θθ'),
    inner: fc.constantFrom('', '- ', '# ', '> '),
    around: fc.constantFrom('none', 'quote', 'note'),
  })
  .map(({ words, open, inner, around }) => {
    const box = quoted([open, ...words.map((one) => inner + one)].join('\n'));
    if (around === 'none') return box;
    return quoted(`${around === 'note' ? '[!note]\n' : ''}ab\n\n${box}`);
  });

/** Blocks, with secrets among them, as Markdown. */
const markdown = fc
  .tuple(
    fc.array(
      fc.oneof(
        word,
        word.map((one) => `- ${one}`),
      ),
      { maxLength: 2 },
    ),
    markdownSecret,
    fc.array(fc.oneof(word, markdownSecret), { maxLength: 2 }),
  )
  .map(([before, box, behind]): Clipboard => ({
    'text/plain': [...before, box, ...behind].join('\n\n'),
  }));

const paragraphs = fc
  .array(secret, { minLength: 1, maxLength: 3 })
  .chain((words) =>
    fc.constantFrom(
      words.map((one) => `<p>${one}</p>`).join(''),
      words.join('<br>'),
      `<ul>${words.map((one) => `<li>${one}</li>`).join('')}</ul>`,
      `<h2>${words[0]}</h2><p><b>${words.at(-1)}</b></p>`,
      `<table><tr>${words.map((one) => `<td>${one}</td>`).join('')}</tr></table>`,
    ),
  );

const htmlSecret = paragraphs.chain((inner) =>
  fc.constantFrom(
    `<section class="secret">${inner}</section>`,
    `<section class="secret" id="secret-a" data-pm-slice="0 0 []">${inner}</section>`,
    `<blockquote><p>[!secret]</p>${inner}</blockquote>`,
    `<blockquote>[!secret] ${inner}</blockquote>`,
    `<div data-callout="secret" class="callout"><div class="callout-title"></div>${inner}</div>`,
    `<blockquote><p>[!<b>secret</b>]</p>${inner}</blockquote>`,
  ),
);

const wrapped = htmlSecret.chain((box) =>
  fc.constantFrom(
    box,
    box,
    `<div>${box}</div>`,
    `<span>${box}</span>`,
    `<b style="font-weight:normal">${box}</b>`,
    `<blockquote><p>ab</p>${box}</blockquote>`,
    `<div data-callout="note"><p>ab</p>${box}<p>cd</p></div>`,
    `<ul><li>ab${box}</li><li>cd</li></ul>`,
    `<ol><li><p>ab</p><blockquote>${box}</blockquote></li></ol>`,
    `<table><tr><td>ab</td><td>${box}</td></tr></table>`,
    `<h2>ab</h2>${box}`,
    `<dl><dt>ab</dt><dd>${box}</dd></dl>`,
  ),
);

const html = fc
  .tuple(fc.constantFrom('', '<p>ab</p>', 'ab '), wrapped, fc.constantFrom('', '<p>cd</p>', ' cd'))
  .map(([before, box, behind]): Clipboard => {
    const made = before + box + behind;
    return { 'text/html': made, 'text/plain': made.replaceAll(/<[^>]*>/g, ' ') };
  });

/** Lines of an editor of code: its HTML is the text with colors. */
const colored = fc.tuple(markdown, fc.boolean()).map(([kinds, isBold]): Clipboard => {
  const lines = kinds['text/plain']!.split('\n').map((line) => line.replaceAll('>', '&gt;'));
  const tag = isBold ? 'b' : 'span';
  return {
    ...kinds,
    'text/html': lines.map((line) => `<div><${tag}>${line}</${tag}></div>`).join(''),
  };
});

/** Clipboards that hold a secret. */
const secretClipboard = fc.oneof(
  { arbitrary: markdown, weight: 3 },
  { arbitrary: html, weight: 4 },
  { arbitrary: colored, weight: 1 },
);

const inlines = (text: string) => ({ inlines: [{ text }] });
const blocks = (text: string) => ({ blocks: [{ kind: 'paragraph', depth: 0, ...inlines(text) }] });
const gm = { audience: 'gm', own_audience: true };

/** Passages of a note as the service tells of them; hidden ones are secrets. */
const passage = fc.oneof(
  word.map((text) => ({ kind: 'paragraph', text, content: inlines(text) })),
  word.map((text) => ({ kind: 'list_item', text, content: inlines(text) })),
  word.map((text) => ({ kind: 'heading', level: 2, text, content: inlines(text) })),
  word.map((text) => ({ kind: 'code', text, content: inlines(text) })),
  word.map((text) => ({ kind: 'quote', text, content: blocks(text) })),
  word.map((text) => ({ kind: 'callout', text, content: { label: 'note', ...blocks(text) } })),
  word.map((text) => ({
    kind: 'table',
    text,
    content: { rows: [[[{ text }], [{ text: 'ab' }]]] },
  })),
  fc.constant({ kind: 'divider', text: '', content: {} }),
  secret.map((text) => ({ kind: 'paragraph', text, content: inlines(text), ...gm })),
  secret.map((text) => ({
    kind: 'callout',
    text,
    content: { label: 'secret', ...blocks(text) },
    ...gm,
  })),
);

export const passages = fc
  .array(fc.tuple(fc.uuid({ version: 4 }), passage), { minLength: 1, maxLength: 5 })
  .map((all) => all.map(([id, one]) => ({ id, depth: 0, version: 1, audience: 'party', ...one })));

const place = fc.double({ min: 0, max: 1, noNaN: true });
const KEYS = [
  ...['Backspace', 'Delete', 'Enter', 'Shift+Enter', 'Control+Enter', 'Control+z', 'Control+y'],
  ...['Tab', 'Shift+Tab', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'Home', 'End', 'a', 'Space'],
  ...['Control+Alt+0', 'Control+Alt+1', 'Control+b', 'Control+Backspace', 'Control+Delete'],
];
const BLOCKS = ['paragraph', 'heading1', 'list', 'quote', 'read_aloud', 'secret', 'box', 'code'];

/** One action of a GM in the editor. */
export const step = fc.oneof(
  { arbitrary: fc.record({ do: fc.constant('paste' as const), of: secretClipboard }), weight: 4 },
  {
    arbitrary: fc.record({ do: fc.constant('key' as const), key: fc.constantFrom(...KEYS) }),
    weight: 7,
  },
  { arbitrary: fc.record({ do: fc.constant('caret' as const), at: place }), weight: 4 },
  {
    arbitrary: fc.record({ do: fc.constant('select' as const), from: place, to: place }),
    weight: 2,
  },
  { arbitrary: fc.record({ do: fc.constantFrom('copy' as const, 'cut' as const) }), weight: 1 },
  { arbitrary: fc.record({ do: fc.constant('paste back' as const) }), weight: 2 },
  { arbitrary: fc.record({ do: fc.constant('drag' as const), to: place }), weight: 1 },
  {
    arbitrary: fc.record({ do: fc.constant('drop' as const), to: place, of: secretClipboard }),
    weight: 1,
  },
  {
    arbitrary: fc.record({
      do: fc.constant('turn into' as const),
      block: fc.constantFrom(...BLOCKS),
    }),
    weight: 1,
  },
  {
    arbitrary: fc.record({
      do: fc.constant('type' as const),
      label: fc.constantFrom('> [!secret]', '>[!secret]', '> [!secret] '),
      isBroken: fc.boolean(),
      words: secret,
    }),
    weight: 2,
  },
  {
    arbitrary: fc.record({ do: fc.constant('save' as const), isSettled: fc.boolean() }),
    weight: 2,
  },
);
export type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
