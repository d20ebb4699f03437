import { InputRule, inputRules } from 'prosemirror-inputrules';
import { nameHref } from '@tomekeeper/contracts-document/name-link';
import { isLink, schema } from '../schema/schema';

const { link, code_words } = schema.marks;

/** Converts a typed `[[Castle]]` into a link by name, and a typed URL followed by a space into a link. */
export const typedLinks = inputRules({
  rules: [
    new InputRule(
      /\[\[([^[\]|#\n]{1,255})(#[^[\]|\n]{1,255})?(?:\|([^[\]\n]{1,255}))?\]\]$/,
      (state, [, name = '', part = '', words], start, end) => {
        const href = nameHref({ name, heading: part.split('#').at(-1) });
        const $start = state.doc.resolve(start);
        const text = (words ?? `${name}${part.replaceAll('#', ' › ')}`).trim();
        if (!href || text === '' || $start.parent.type.spec.code) return null;
        const said = schema.text(text, [link.create({ href })]);
        return state.tr.replaceWith(start, end, said).removeStoredMark(link);
      },
    ),
    new InputRule(/(?<=^|[\s(])(https?:\/\/\S*[^\s.,;:!?)\]])(\s)$/, (state, match, start, end) => {
      const [, href = '', space = ' '] = match;
      const $start = state.doc.resolve(start);
      const isCode = $start.parent.type.spec.code || code_words.isInSet($start.marks());
      if (!isLink(href) || isCode || state.doc.rangeHasMark(start, end, link)) return null;
      const tr = state.tr.addMark(start, start + href.length, link.create({ href }));
      return tr
        .insertText(space, end)
        .removeMark(end, end + 1, link)
        .removeStoredMark(link);
    }),
  ],
});
