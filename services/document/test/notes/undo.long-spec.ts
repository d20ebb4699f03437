import type { EditedPassage } from '@tomekeeper/contracts-document';
import { startDocumentApp, type DocumentApp } from '../document-app';
import { join, Scene, SECRET, undo, type DocumentRef } from '../spoilers/attacks/scene';
import { UNDO_ATTACKS } from '../spoilers/attacks/undo';

let service: DocumentApp;
let scene: Scene;

beforeAll(async () => {
  service = await startDocumentApp();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  scene = await Scene.begin(service);
});

const audiences = async (note: DocumentRef) =>
  (await scene.passagesOf(note)).map(({ text, audience }) => `${audience}: ${text}`);

/** Undo with the audiences that the editor shows. */
function undoShown(passages: [EditedPassage, EditedPassage], now: number) {
  const { changes } = undo(...passages, now);
  return { changes: changes.map((change, at) => ({ ...change, seen_by: passages[at]!.audience })) };
}

describe('undo of a join that was saved', () => {
  it('gives both passages their audiences again: a hidden passage joined to a visible one', async () => {
    const note = await scene.create();
    const [inn, spy] = (await scene.passagesOf(note)) as [EditedPassage, EditedPassage];
    const { version } = await scene.save(note, join(inn, spy));
    expect(await scene.textsFor(note)).toEqual([]);
    await scene.save(note, undoShown([inn, spy], version));
    expect(await audiences(note)).toEqual([`party: ${inn.text}`, `gm: ${SECRET}`]);
    expect(await scene.textsFor(note)).toEqual([inn.text]);
  });

  it('gives both passages their audiences again: a visible passage joined to a hidden one', async () => {
    const note = await scene.create(`One.\n\nTwo.`);
    const [one] = await scene.passagesOf(note);
    await scene.setAudience(note, [one!.id], 'gm');
    const [first, second] = (await scene.passagesOf(note)) as [EditedPassage, EditedPassage];
    const { version } = await scene.save(note, join(first, second));
    expect(await audiences(note)).toEqual(['gm: One.Two.']);
    await scene.save(note, undoShown([first, second], version));
    expect(await audiences(note)).toEqual(['gm: One.', 'party: Two.']);
  });

  it.each(Object.entries(UNDO_ATTACKS))(
    'shows nothing that is hidden where %s',
    async (_, attack) => {
      await expect(attack(scene)).resolves.toBeUndefined();
    },
  );
});
