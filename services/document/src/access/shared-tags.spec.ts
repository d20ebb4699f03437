import { sharedPaths } from './shared-tags';

it.each([
  ['nothing shared', ['npcs/barovia'], [], []],
  ['a folder', ['npcs/barovia'], ['npcs'], ['npcs']],
  ['a nested folder alone', ['npcs/barovia'], ['npcs/barovia'], ['barovia']],
  ['both', ['NPCs/Barovia'], ['npcs', 'npcs/barovia'], ['NPCs/Barovia']],
  ['without the folder between', ['a/b/c'], ['a', 'a/b/c'], ['a/c']],
  ['each path once', ['npcs', 'npcs/traitors', 'NPCS/x'], ['npcs'], ['npcs']],
  ['only whole names', ['npcs/barovia', 'npc'], ['npcs/bar'], []],
])('players get %s', (_, tags, shared, paths) => {
  expect(sharedPaths(tags, shared)).toEqual(paths);
});
