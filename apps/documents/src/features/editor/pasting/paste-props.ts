import { Slice, Fragment, type Node, type ResolvedPos } from 'prosemirror-model';
import type { EditorView, EditorProps } from 'prosemirror-view';
import { isLink, schema } from '../schema';
import { insertPictures, imageOf, picturesIn } from '../pictures/insert-pictures';
import type { NotePictures } from '../pictures/note-pictures';
import { cleanHtml, hasStructure } from './clean-html';
import { isMarkdown } from './is-markdown';
import { passagesFromMarkdown, type FindLink } from './markdown-passages';
import { landingOfDrop, landingOfPaste, pasted, pastedText } from './pasted';

interface PasteParts {
  pictures: NotePictures;
  /** Whether the server knows a passage of this note by this id. */
  isOfThisNote: (id: string) => boolean;
  findLink: FindLink;
}

type PasteProps = Pick<
  EditorProps,
  'transformPasted' | 'transformPastedHTML' | 'clipboardTextParser' | 'handlePaste' | 'handleDrop'
>;

/** How words and pictures come in from elsewhere: by paste, and by being dropped. */
export function pasteProps({ pictures, isOfThisNote, findLink }: PasteParts): PasteProps {
  const transform = pasted(isOfThisNote);
  /** Where something is being dropped: it is asked for before ProseMirror looks. */
  let dropAt: ResolvedPos | undefined;
  return {
    transformPasted: (slice, view) => {
      const landing = dropAt ? landingOfDrop(dropAt) : landingOfPaste(view.state);
      const made = transform(slice, view.state, landing);
      dropAt = undefined;
      return made;
    },
    transformPastedHTML: (html) =>
      cleanHtml(html, (file, alt) => pictureElement(pictures, file, alt)),
    clipboardTextParser: (text, $context, isPlain) =>
      isAddress(text) && !$context.parent.type.spec.code
        ? linkSlice(text.trim())
        : isPlain || $context.parent.type.spec.code || !isMarkdown(text)
          ? pastedText(text)
          : asSlice(passagesFromMarkdown(text, findLink)),
    handlePaste(view, { clipboardData }) {
      if (!clipboardData) return false;
      const text = clipboardData.getData('text/plain');
      if (linkSelected(view, text.trim())) return true;
      const html = clipboardData.getData('text/html');
      const files = picturesIn(clipboardData.files);
      // Programs that copy text put a picture of it beside it.
      if (files.length > 0 && !saysSomething(html)) return insert(view, pictures, files);
      if (html === '' || html.includes('data-pm-slice')) return false;
      // What editors of code copy is plain words in colours.
      const isCode = view.state.selection.$from.parent.type.spec.code === true;
      if (isCode || hasStructure(html) || !isMarkdown(text)) return false;
      const slice = asSlice(passagesFromMarkdown(text, findLink));
      const made = transform(slice, view.state, landingOfPaste(view.state));
      view.dispatch(
        view.state.tr.replaceSelection(made).scrollIntoView().setMeta('uiEvent', 'paste'),
      );
      return true;
    },
    handleDrop(view, event) {
      const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
      dropAt = at === undefined ? undefined : view.state.doc.resolve(at);
      const files = picturesIn(event.dataTransfer?.files ?? []);
      if (files.length === 0) return false;
      event.preventDefault();
      dropAt = undefined;
      return insert(view, pictures, files, at);
    },
  };
}

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

/** An address that is pasted over words makes a link of them. */
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
