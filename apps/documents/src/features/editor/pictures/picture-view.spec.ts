import type { EditorView } from 'prosemirror-view';
import { schema } from '../schema/schema';
import type { NotePictures } from './note-pictures';
import { pictureView } from './picture-view';

it('reserves the size of a picture before it loads', () => {
  const pictures = {
    subscribe: () => () => undefined,
    addressOf: () => new Promise<string>(() => undefined),
  } as unknown as NotePictures;
  const attrs = { id: 'p1', image: 'i1', alt: 'A map', width: 320, height: 200 };
  const node = schema.nodes.image.create(attrs);
  const view = pictureView(pictures)(node, {} as EditorView, () => 0);
  const picture = view.dom.querySelector('img');
  expect([picture?.width, picture?.height]).toEqual([320, 200]);
  expect(picture?.hidden).toBe(false);
});
