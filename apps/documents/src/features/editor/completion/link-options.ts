import type { Node } from 'prosemirror-model';
import type { Command } from 'prosemirror-state';
import { nameHref, nameLink, titleOfNameLink } from '@tomekeeper/contracts-document/name-link';
import { nameOf, type Document } from '../../documents-api/documents-api';
import { schema } from '../schema/schema';
import type { Option } from './insert-options';

const MOST = 8;
const SEEN_NAME = 'Your players will read this name, without a link';

export interface LinkTarget {
  id: string;
  kind: string;
  text: string;
}

/** Parses `[[Castle#crypt` into document name and passage query; `[[#crypt` searches this note. */
export function linkQuery(query: string): { name: string; passage: string | undefined } {
  const at = query.indexOf('#');
  return at < 0
    ? { name: query.trim(), passage: undefined }
    : { name: query.slice(0, at).trim(), passage: query.slice(at + 1).trim() };
}

/** Removes accents and case. */
const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Match rank: 0 for a prefix, 1 for the start of a word, 2 elsewhere; undefined without a match. */
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

/** The document name without its file extension. */
const titleOf = (document: Document): string => nameOf(document).replace(/\.[a-z\d]{1,5}$/i, '');

/** Whether a document has this name, with or without its file extension. */
function isCalled(document: Document, name: string): boolean {
  const wanted = plain(name);
  return plain(nameOf(document)) === wanted || plain(titleOf(document)) === wanted;
}

/** The document with exactly this name, else the best match. */
export function documentNamed(documents: readonly Document[], name: string): Document | undefined {
  return documents.find((one) => isCalled(one, name)) ?? best(documents, name, nameOf)[0];
}

/**
 * Documents matching a name. With `isSeen`, players can see the passage at the caret, so the names of hidden documents get a
 * warning.
 */
export function documentOptions(
  documents: readonly Document[],
  name: string,
  isSeen: boolean,
): Option[] {
  return best(documents, name, nameOf).map((document) => ({
    id: document.id,
    label: nameOf(document),
    audience: document.is_spoilers ? 'spoilers' : 'public',
    hint: isSeen && document.is_spoilers ? SEEN_NAME : undefined,
    run: insertLink(titleOf(document), `#d-${document.id.toLowerCase()}`),
  }));
}

/** Option that links to a note which does not exist yet; undefined if a document has the name already. */
export function createOption(
  documents: readonly Document[],
  name: string,
  isSeen: boolean,
): Option | undefined {
  const href = nameHref({ name });
  const link = nameLink(href);
  const wanted = link && titleOfNameLink(link);
  if (!href || wanted === undefined || wanted !== name) return undefined;
  const key = keyOf(name);
  if (documents.some((one) => [nameOf(one), titleOf(one)].some((title) => keyOf(title) === key)))
    return undefined;
  return {
    id: 'create',
    label: `Create note “${name}”`,
    hint: isSeen ? SEEN_NAME : 'Only game masters see it',
    run: insertLink(name, href),
    creates: name,
  };
}

/** Equal for names between which links do not distinguish. */
const keyOf = (name: string): string => name.normalize('NFC').toLowerCase();

/** Matching passages of a document, or of this note without `document`; headings first. */
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

/** Inserts a link and a space, and clears the stored link mark so that later typing is not linked. */
export const insertLink =
  (words: string, href: string): Command =>
  (state, dispatch) => {
    const link = schema.marks.link.create({ href });
    const at = state.selection.from;
    const tr = state.tr.replaceSelectionWith(schema.text(words, [link]), true);
    // Replaced text can carry a source mark, which must survive.
    tr.addMark(at, at + words.length, link);
    const next = tr.doc.textBetween(at + words.length, tr.selection.$to.end(), '', ' ');
    if (!/^[\s.,;:!?)]/.test(next)) tr.insertText(' ', at + words.length);
    tr.removeMark(at + words.length, at + words.length + 1, schema.marks.link);
    tr.removeStoredMark(schema.marks.link);
    dispatch?.(tr.scrollIntoView());
    return true;
  };

export interface Person {
  id: string;
  name: string;
}

/** Mentions insert plain text: readers see the name without a link. */
export const mentionOptions = (people: readonly Person[], query: string): Option[] =>
  best(people, query, ({ name }) => name).map(({ id, name }) => ({
    id,
    label: name,
    run: (state, dispatch) => {
      dispatch?.(state.tr.insertText(`@${name} `).scrollIntoView());
      return true;
    },
  }));
