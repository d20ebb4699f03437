import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView } from 'prosemirror-view';
import type { NotePictures, UploadState } from './note-pictures';

interface PictureAttrs {
  image: string | null;
  upload: string;
  alt: string;
  width: number | null;
  height: number | null;
}

/** Node view of a picture with alt text and upload progress. */
export const pictureView =
  (pictures: NotePictures) =>
  (node: Node, view: EditorView, getPos: () => number | undefined): NodeView =>
    new PictureView(pictures, node, view, getPos);

class PictureView implements NodeView {
  readonly dom = document.createElement('figure');
  private readonly picture = document.createElement('img');
  private readonly state = document.createElement('p');
  private readonly words = document.createElement('input');
  private readonly stop: () => void;
  /** Key or image id of the loaded source. */
  private loaded = '';
  private wasLost = false;

  constructor(
    private readonly pictures: NotePictures,
    private node: Node,
    private readonly view: EditorView,
    private readonly getPos: () => number | undefined,
  ) {
    this.dom.contentEditable = 'false';
    this.dom.dataset['kind'] = 'picture';
    this.state.setAttribute('role', 'status');
    this.words.type = 'text';
    this.words.maxLength = 1000;
    this.words.placeholder = 'Describe the picture for screen readers and for the search';
    this.words.setAttribute('aria-label', 'Description of the picture');
    this.words.addEventListener('input', () => this.set({ alt: this.words.value }));
    this.words.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === 'Escape') {
        event.preventDefault();
        this.view.focus();
      }
    });
    this.picture.addEventListener('error', () => this.lost());
    this.dom.append(this.picture, this.state, this.words);
    this.stop = pictures.subscribe(() => this.draw());
    this.draw();
  }

  update(node: Node): boolean {
    if (node.type !== this.node.type || node.attrs['id'] !== this.node.attrs['id']) return false;
    this.node = node;
    this.draw();
    return true;
  }

  destroy(): void {
    this.stop();
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof HTMLElement && event.target.closest('input, button') !== null;
  }

  ignoreMutation(): boolean {
    return true;
  }

  private draw(): void {
    const { image, upload, alt, width, height } = this.node.attrs as PictureAttrs;
    if (this.words.value !== alt && document.activeElement !== this.words) this.words.value = alt;
    this.picture.alt = alt;
    if (width !== null && height !== null) {
      this.picture.width = width;
      this.picture.height = height;
    }
    if (image !== null) {
      this.say(undefined);
      void this.load(image, () => this.pictures.addressOf(image));
      return;
    }
    const state = this.pictures.stateOf(upload);
    void this.load(upload, () => this.pictures.previewOf(upload));
    this.say(state);
    // An undo can restore the state during the upload.
    if (state.is === 'there')
      queueMicrotask(() => this.set({ ...state.picture, upload: null }, true));
  }

  private async load(of: string, find: () => Promise<string | undefined>): Promise<void> {
    if (this.loaded === of) return;
    this.loaded = of;
    const address = await find().catch(() => undefined);
    if (this.loaded !== of) return;
    this.picture.hidden = address === undefined;
    if (address !== undefined) this.picture.src = address;
    else if (this.node.attrs['image'] !== null)
      this.state.textContent = 'The picture cannot be shown now. It stays in the note.';
  }

  /** URLs expire after a minute, so one retry is enough; a second error has another cause. */
  private lost(): void {
    if (this.wasLost) {
      this.picture.hidden = true;
      return;
    }
    this.wasLost = true;
    this.loaded = '';
    this.draw();
  }

  private say(state: UploadState | undefined): void {
    this.dom.dataset['state'] = state?.is ?? 'there';
    this.state.replaceChildren();
    if (state?.is === 'sending')
      this.state.textContent = `Uploading…${state.percent === undefined ? '' : ` ${state.percent} %`}`;
    if (state?.is !== 'failed') return;
    this.state.textContent = state.why;
    if (!state.again) return;
    const again = document.createElement('button');
    again.type = 'button';
    again.textContent = 'Try again';
    again.addEventListener('click', () => this.pictures.retry(String(this.node.attrs['upload'])));
    this.state.append(' ', again);
  }

  private set(attrs: Record<string, unknown>, isBySelf = false): void {
    const pos = this.getPos();
    if (pos === undefined || this.view.isDestroyed) return;
    const { tr } = this.view.state;
    for (const [name, value] of Object.entries(attrs)) tr.setNodeAttribute(pos, name, value);
    if (isBySelf) tr.setMeta('addToHistory', false);
    this.view.dispatch(tr);
  }
}
