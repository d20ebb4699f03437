import type { EditedPassage } from '@tomekeeper/contracts-document';
import {
  copyOf,
  join,
  SECRET,
  undo,
  undoOne,
  words,
  type Attack,
  type DocumentRef,
  type Scene,
} from './scene';

// Saves that claim to undo a change in order to reveal text that was hidden meanwhile.

type Two = [EditedPassage, EditedPassage];

/** A note in which a hidden passage was joined to a visible one. */
async function joined(scene: Scene) {
  const note = await scene.create();
  const [inn, spy] = (await scene.passagesOf(note)) as Two;
  const { version } = await scene.save(note, join(inn, spy));
  return { note, inn, spy, version };
}

/** Undoes a join, after something else was done. @param as who undoes it */
const undoneAfter =
  (act: (scene: Scene, note: DocumentRef, id: string) => Promise<unknown>, as?: 'coGm'): Attack =>
  async (scene) => {
    const { note, inn, spy, version } = await joined(scene);
    await act(scene, note, inn.id);
    await scene.save(note, undo(inn, spy, version), as && scene[as]);
    expect(await scene.textsFor(note)).toEqual([]);
  };

/** A passage of one GM that another has rewritten, so that its history is stored. */
async function rewritten(scene: Scene) {
  const note = await scene.create('One.\n\nTwo.');
  const [first, second] = (await scene.passagesOf(note)) as Two;
  const change = { id: first.id, base_version: first.version, ...words('Other words.') };
  const { version } = await scene.save(note, { changes: [change] }, scene.coGm);
  return { note, first, second, version };
}

/** Joins a hidden passage for `hidden` to one for `shown`, undoes that and copies the hidden words out of it. */
const copiedAfterUndo =
  (
    shown: (scene: Scene) => Parameters<Scene['setAudience']>[2] | undefined,
    hidden: (scene: Scene) => Parameters<Scene['setAudience']>[2],
    { is_spoilers = false } = {},
  ): Attack =>
  async (scene) => {
    const note = await scene.create(`The inn is warm.\n\n${SECRET}`, { is_spoilers });
    const [{ id: inn }, { id: spy }] = (await scene.passagesOf(note)) as Two;
    const to = shown(scene);
    if (to) await scene.setAudience(note, [inn], to);
    await scene.setAudience(note, [spy], hidden(scene));
    const [first, second] = (await scene.passagesOf(note)) as Two;
    const { version } = await scene.save(note, join(first, second));
    await scene.save(note, undo(first, second, version));
    await scene.save(note, { changes: [copyOf(inn, `Copied: ${SECRET}`)] });
    expect((await scene.textsFor(note)).join()).not.toContain('Copied');
  };

export const UNDO_ATTACKS = {
  'a GM has set its audience since': undoneAfter(async (scene, note, id) => {
    await scene.setAudience(note, [id], 'party');
    await scene.setAudience(note, [id], 'gm');
  }),
  'the note was hidden and revealed since': undoneAfter((scene, note) =>
    scene.setSpoilers(note, true, false),
  ),
  'another person undoes it': undoneAfter(() => Promise.resolve(), 'coGm'),
  'the words are others than before': async (scene) => {
    const { note, inn, version } = await joined(scene);
    const change = { ...undoOne(inn, version), ...words(`${inn.text} ${SECRET}`) };
    await scene.save(note, { changes: [change] });
    expect(await scene.textsFor(note)).toEqual([]);
  },
  'a GM hid it after its words were replaced': async (scene) => {
    const { note, first, version } = await rewritten(scene);
    await scene.setAudience(note, [first.id], 'gm', scene.coGm);
    await scene.save(note, { changes: [undoOne(first, version)] }, scene.coGm);
    expect(await scene.textsFor(note)).toEqual(['Two.']);
  },
  'a later save has hidden it': async (scene) => {
    const { note, first, second, version } = await rewritten(scene);
    await scene.setAudience(note, [second.id], 'gm');
    const now = { ...first, version };
    const saved = await scene.save(note, join(now, second), scene.coGm);
    await scene.save(note, { changes: [undoOne(first, saved.version)] }, scene.coGm);
    expect(await scene.textsFor(note)).toEqual([]);
  },
  'it was hidden before it was deleted': async (scene) => {
    const { note, first, version } = await rewritten(scene);
    await scene.setAudience(note, [first.id], 'gm');
    await scene.save(note, { removed: [{ id: first.id, base_version: version }] });
    const { base_version: _, ...back } = undoOne(first, version);
    await scene.save(note, { changes: [{ ...back, from: [] }] });
    expect(await scene.textsFor(note)).toEqual(['Two.']);
  },
  'the same save copies hidden words': async (scene) => {
    const { note, inn, spy, version } = await joined(scene);
    const { changes } = undo(inn, spy, version);
    await scene.save(note, { changes: [...changes, copyOf(inn.id, SECRET)] });
    expect(await scene.textsFor(note)).toEqual([inn.text]);
  },
  'a later save copies hidden words': copiedAfterUndo(
    () => undefined,
    () => 'gm',
  ),
  'hidden words are copied out of a passage for a player': copiedAfterUndo(
    ({ player }) => player,
    () => 'gm',
  ),
  'words of another player are copied out of a visible passage': copiedAfterUndo(
    () => undefined,
    ({ other }) => other,
  ),
  'words of another player are copied out of a passage for the party': copiedAfterUndo(
    () => 'party',
    ({ other }) => other,
    { is_spoilers: true },
  ),
} satisfies Record<string, Attack>;
