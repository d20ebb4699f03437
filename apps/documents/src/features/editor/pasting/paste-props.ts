import { Slice, Fragment, type Node, type ResolvedPos } from 'prosemirror-model';
import type { NodeSelection } from 'prosemirror-state';
import type { EditorView, EditorProps } from 'prosemirror-view';
import { isLink, schema } from '../schema/schema';
import { insertPictures, imageOf, picturesIn } from '../pictures/insert-pictures';
import type { NotePictures } from '../pictures/note-pictures';
import { hasSecretMarkup } from '../schema/secret-box';
import { cleanHtml, hasStructure, isOwnHtml } from './clean-html';
import { isMarkdown } from './is-markdown';
import { passagesFromMarkdown } from './markdown-passages';
import {
  landingOfDrop,
  landingOfPaste,
  pasted,
  pastedText,
  standsBeside,
  type Landing,
} from './pasted';
import { placeBeside } from './place-beside';
import { readClipboard } from './read-clipboard';

interface PasteParts {
  pictures: NotePictures;
  /** Whether the server has a passage with this id in this note. */
  isOfThisNote: (id: string) => boolean;
}

type PasteProps = Pick<
  EditorProps,
  'transformPasted' | 'transformPastedHTML' | 'clipboardTextParser' | 'handlePaste' | 'handleDrop'
> & { handleDOMEvents: { drop: (view: EditorView, event: DragEvent) => false } };

/** ProseMirror props that handle paste and drop of text and pictures. */
export function pasteProps({ pictures, isOfThisNote }: PasteParts): PasteProps {
  const transform = pasted(isOfThisNote);
  const toClean = (html: string) =>
    cleanHtml(html, (file, alt) => pictureElement(pictures, file, alt));
  /** Position of the drop in progress. */
  let dropAt: ResolvedPos | undefined;
  const paste = (view: EditorView, slice: Slice): true => {
    const { state } = view;
    const { tr } = state;
    if (standsBeside(slice, state.selection.$from)) {
      tr.deleteSelection();
      placeBeside(tr, tr.selection.from, slice.content, { isSplit: true });
    } else tr.replaceSelection(slice);
    view.dispatch(tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'));
    return true;
  };
  const fromMarkdown = (text: string) => asSlice(passagesFromMarkdown(text));
  const read = (data: DataTransfer | null, slice: Slice, { state }: EditorView, landing: Landing) =>
    readClipboard(data, slice, landing.$at, {
      fromMarkdown,
      toClean,
      transform: (made) => transform(made, state, landing),
    });
  return {
    transformPasted: (slice, view) => {
      const landing = dropAt ? landingOfDrop(dropAt) : landingOfPaste(view.state);
      return transform(slice, view.state, landing);
    },
    transformPastedHTML: toClean,
    clipboardTextParser: (text, $context, isPlain) =>
      isAddress(text) && !$context.parent.type.spec.code
        ? linkSlice(text.trim())
        : !hasSecretMarkup(text) && (isPlain || !isMarkdown(text))
          ? pastedText(text)
          : fromMarkdown(text),
    handlePaste(view, { clipboardData }, slice) {
      const text = clipboardData?.getData('text/plain') ?? '';
      if (linkSelected(view, text.trim())) return true;
      const html = clipboardData?.getData('text/html') ?? '';
      const files = picturesIn(clipboardData?.files ?? []);
      // Some programs copy text together with a picture of it.
      if (files.length > 0 && !saysSomething(html)) return insert(view, pictures, files);
      const landing = landingOfPaste(view.state);
      const coming = read(clipboardData, slice, view, landing);
      // With Shift held, ProseMirror replaces the marks of pasted text by the target's, and loses the source mark.
      const isWords = coming.content.firstChild?.isInline === true;
      if (isWords || coming !== slice || standsBeside(slice, landing.$at))
        return paste(view, coming);
      if (html === '' || isOwnHtml(html)) return false;
      // Code editors copy plain text with colors.
      if (hasStructure(html) || !isMarkdown(text)) return false;
      return paste(view, transform(fromMarkdown(text), view.state, landing));
    },
    handleDOMEvents: {
      drop(view, event) {
        const at = placeOf(view, event);
        dropAt = at === undefined ? undefined : view.state.doc.resolve(at);
        return false;
      },
    },
    handleDrop(view, event, slice, isMoved) {
      dropAt = undefined;
      const at = placeOf(view, event);
      const files = picturesIn(event.dataTransfer?.files ?? []);
      if (files.length > 0) {
        event.preventDefault();
        return insert(view, pictures, files, at);
      }
      if (at === undefined) return false;
      const $at = view.state.doc.resolve(at);
      const coming = view.dragging
        ? slice
        : read(event.dataTransfer, slice, view, landingOfDrop($at));
      const isBeside = standsBeside(coming, $at);
      if (coming === slice && !isBeside) return false;
      const { tr } = view.state;
      if (isMoved) (draggedNode(view) ?? view.state.selection).replace(tr);
      const place = tr.mapping.map(at);
      if (isBeside) placeBeside(tr, place, coming.content, { isSplit: false });
      else tr.replaceRange(place, place, coming);
      view.focus();
      view.dispatch(tr.setMeta('uiEvent', 'drop'));
      return true;
    },
  };
}

const placeOf = (view: EditorView, { clientX, clientY }: DragEvent): number | undefined =>
  view.posAtCoords({ left: clientX, top: clientY })?.pos;

/** The node dragged by its handle; ProseMirror stores it without declaring it. */
const draggedNode = ({ dragging }: EditorView): NodeSelection | undefined =>
  (dragging as { node?: NodeSelection } | null)?.node;

const isAddress = (text: string): boolean =>
  /^\s*(https?:\/\/|mailto:)\S+\s*$/i.test(text) && isLink(text.trim());

const linkSlice = (href: string): Slice =>
  new Slice(
    Fragment.from(
      schema.nodes.paragraph.create(null, schema.text(href, [schema.marks.link.create({ href })])),
    ),
    1,
    1,
  );

const asSlice = (passages: readonly Node[]): Slice =>
  Slice.maxOpen(Fragment.from([...passages]), true);

const insert = (
  view: EditorView,
  pictures: NotePictures,
  files: readonly File[],
  place?: number,
): boolean => insertPictures(pictures, files, place)(view.state, (tr) => view.dispatch(tr));

/** Pasting a URL over selected text links the text. */
function linkSelected({ state, dispatch }: EditorView, text: string): boolean {
  const { from, to, empty, $from, $to } = state.selection;
  if (empty || !$from.sameParent($to) || $from.parent.type.spec.code) return false;
  if (/\s/.test(text) || !isLink(text) || text.startsWith('#')) return false;
  dispatch(state.tr.addMark(from, to, schema.marks.link.create({ href: text })));
  return true;
}

function saysSomething(html: string): boolean {
  if (html === '') return false;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return (body.textContent ?? '').trim() !== '';
}

function pictureElement(pictures: NotePictures, file: File, alt: string): HTMLElement {
  const figure = document.createElement('figure');
  figure.dataset['image'] = JSON.stringify(imageOf(pictures, file, alt).attrs);
  return figure;
}
