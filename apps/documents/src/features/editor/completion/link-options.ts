import type { Node } from 'prosemirror-model';
import type { Command } from 'prosemirror-state';
import { nameOf, type Document } from '../../documents-api/documents-api';
import { schema } from '../schema/schema';
import type { Option } from './insert-options';

const MOST = 8;

/** A passage that a link can lead to. */
export interface LinkTarget {
  id: string;
  kind: string;
  text: string;
}

/** `[[Castle#crypt`: the document's name, and words of a passage of it; `[[#crypt` is one of this note. */
export function linkQuery(query: string): { name: string; passage: string | undefined } {
  const at = query.indexOf('#');
  return at < 0
    ? { name: query.trim(), passage: undefined }
    : { name: query.slice(0, at).trim(), passage: query.slice(at + 1).trim() };
}

/** Without accents and case. */
const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** 0 where it begins so, 1 where a word of it does, 2 where it stands within; undefined where it does not. */
function rankOf(text: string, wanted: string): number | undefined {
  const within = plain(text);
  const words = plain(wanted);
  if (within.startsWith(words)) return 0;
  const at = within.indexOf(words);
  if (at < 0) return undefined;
  return /[\p{L}\d]/u.test(within[at - 1] ?? '') ? 2 : 1;
}

function best<One>(all: readonly One[], wanted: string, textOf: (one: One) => string): One[] {
  return all
    .flatMap((one) => {
      const rank = rankOf(textOf(one), wanted);
      return rank === undefined ? [] : [{ one, rank }];
    })
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MOST)
    .map(({ one }) => one);
}

/** Without the ending of a file. */
const titleOf = (document: Document): string => nameOf(document).replace(/\.[a-z\d]{1,5}$/i, '');

/** Whether a document has this name, with or without the ending of its file. */
export function isCalled(document: Document, name: string): boolean {
  const wanted = plain(name);
  return plain(nameOf(document)) === wanted || plain(titleOf(document)) === wanted;
}

/** The document that a name means: the one that is called so, else the first that fits. */
export function documentNamed(documents: readonly Document[], name: string): Document | undefined {
  return documents.find((one) => isCalled(one, name)) ?? best(documents, name, nameOf)[0];
}

/** Documents of the campaign to link to. `isSeen`: players see the passage that is written, so they read the name in it. */
export function documentOptions(
  documents: readonly Document[],
  name: string,
  isSeen: boolean,
): Option[] {
  return best(documents, name, nameOf).map((document) => ({
    id: document.id,
    label: nameOf(document),
    audience: document.is_spoilers ? 'spoilers' : 'public',
    hint:
      isSeen && document.is_spoilers
        ? 'Your players will read this name, without a link'
        : undefined,
    run: insertLink(titleOf(document), `#d-${document.id.toLowerCase()}`),
  }));
}

/** Passages of a document, of this note where it is left out: headings first. */
export function passageOptions(
  targets: readonly LinkTarget[],
  wanted: string,
  document?: Document,
): Option[] {
  const headings = targets.filter(({ kind }) => kind === 'heading');
  const others = wanted.length < 2 ? [] : targets.filter(({ kind }) => kind !== 'heading');
  return [
    ...best(headings, wanted, ({ text }) => text),
    ...best(others, wanted, ({ text }) => text),
  ]
    .filter(({ text }) => text.trim() !== '')
    .slice(0, MOST)
    .map(({ id, kind, text }) => {
      const words = shortened(text);
      return {
        id,
        label: words,
        hint: kind === 'heading' ? (document ? nameOf(document) : 'Heading') : 'Passage',
        audience: document && (document.is_spoilers ? 'spoilers' : 'public'),
        run: insertLink(
          words,
          document
            ? `#d-${document.id.toLowerCase()}/p-${id.toLowerCase()}`
            : `#p-${id.toLowerCase()}`,
        ),
      };
    });
}

const SHORT = 60;

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= SHORT) return line;
  const cut = line.slice(0, SHORT);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), SHORT / 2))}…`;
}

/** Passages of the note itself. */
export const targetsIn = (doc: Node): LinkTarget[] =>
  doc.content.content.map((node) => ({
    id: String(node.attrs['id']),
    kind: node.type.name,
    text: node.textBetween(0, node.content.size, ' ', ' '),
  }));

/** Words that lead somewhere, and what is typed next leads nowhere. */
export const insertLink =
  (words: string, href: string): Command =>
  (state, dispatch) => {
    const link = schema.marks.link.create({ href });
    const at = state.selection.from;
    const tr = state.tr.replaceSelectionWith(schema.text(words, [link]), true);
    // The marks of what stood there go with it.
    tr.addMark(at, at + words.length, link);
    const next = tr.doc.textBetween(at + words.length, tr.selection.$to.end(), '', ' ');
    if (!/^[\s.,;:!?)]/.test(next)) tr.insertText(' ', at + words.length);
    tr.removeMark(at + words.length, at + words.length + 1, schema.marks.link);
    tr.removeStoredMark(schema.marks.link);
    dispatch?.(tr.scrollIntoView());
    return true;
  };

/** A person of the campaign. */
export interface Person {
  id: string;
  name: string;
}

/** A mention is words: who reads them sees a name and nothing that leads anywhere. */
export const mentionOptions = (people: readonly Person[], query: string): Option[] =>
  best(people, query, ({ name }) => name).map(({ id, name }) => ({
    id,
    label: name,
    run: (state, dispatch) => {
      dispatch?.(state.tr.insertText(`@${name} `).scrollIntoView());
      return true;
    },
  }));
