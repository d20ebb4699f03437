import { randomUUID } from 'node:crypto';
import { SECRET, words, type Attack, type Scene } from './scene';

// Secret markup that reaches a Public note.

const box = (text: string) => ({
  kind: 'callout',
  content: {
    label: 'secret',
    blocks: [{ kind: 'paragraph', depth: 0, inlines: [{ text }] }],
  },
});

const versionsOf = async (scene: Scene, id: string): Promise<{ id: string }[]> =>
  (await scene.call('GET', `${id}/text-versions/`)).versions;

export const MARKUP_ATTACKS = {
  'in a new note': async (scene) => {
    const note = await scene.create();
    expect((await scene.textsFor(note)).join()).not.toContain(SECRET);
  },
  'in a passage of the editor': async (scene) => {
    const note = await scene.create('The inn is warm.');
    const change = { id: randomUUID(), ...box(SECRET), from: [] };
    await scene.save(note, { changes: [change] });
    expect((await scene.textsFor(note)).join()).not.toContain(SECRET);
  },
  'in a passage that players see': async (scene) => {
    const note = await scene.create('The inn is warm.');
    const [inn] = await scene.passagesOf(note);
    const change = { id: inn!.id, base_version: inn!.version, ...box(SECRET) };
    await scene.save(note, { changes: [change] });
    expect(await scene.textsFor(note)).toEqual([]);
  },
  'in a version that is restored': async (scene) => {
    const note = await scene.create();
    const [, spy] = await scene.passagesOf(note);
    await scene.setAudience(note, [spy!.id], 'party');
    // Another writer's save makes the earlier text a separate version.
    const change = { id: spy!.id, base_version: spy!.version, ...words('Hello.') };
    await scene.save(note, { changes: [change] }, scene.coGm);
    const [, before] = await versionsOf(scene, note.id);
    await scene.call('POST', `${note.id}/text-versions/${before!.id}/restore/`);
    expect((await scene.textsFor(note)).join()).not.toContain(SECRET);
  },
} satisfies Record<string, Attack>;
