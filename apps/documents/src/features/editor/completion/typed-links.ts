import { InputRule, inputRules } from 'prosemirror-inputrules';
import type { Plugin } from 'prosemirror-state';
import type { FindLink } from '../pasting/markdown-passages';
import { isLink, schema } from '../schema/schema';

const { link, code_words } = schema.marks;

/** Converts a typed `[[Castle]]` and a typed URL followed by a space into links. */
export const typedLinks = (findLink: FindLink): Plugin =>
  inputRules({
    rules: [
      new InputRule(
        /\[\[([^[\]|#\n]{1,255})(?:\|([^[\]\n]{1,255}))?\]\]$/,
        (state, [, name = '', words], start, end) => {
          const href = findLink(name.trim());
          const $start = state.doc.resolve(start);
          if (!href || $start.parent.type.spec.code) return null;
          const said = schema.text((words ?? name).trim(), [link.create({ href })]);
          return state.tr.replaceWith(start, end, said).removeStoredMark(link);
        },
      ),
      new InputRule(
        /(?<=^|[\s(])(https?:\/\/\S*[^\s.,;:!?)\]])(\s)$/,
        (state, match, start, end) => {
          const [, href = '', space = ' '] = match;
          const $start = state.doc.resolve(start);
          const isCode = $start.parent.type.spec.code || code_words.isInSet($start.marks());
          if (!isLink(href) || isCode || state.doc.rangeHasMark(start, end, link)) return null;
          const tr = state.tr.addMark(start, start + href.length, link.create({ href }));
          return tr
            .insertText(space, end)
            .removeMark(end, end + 1, link)
            .removeStoredMark(link);
        },
      ),
    ],
  });
