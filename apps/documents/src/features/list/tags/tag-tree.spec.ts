import { map } from '../../../testing/show-panel';
import { isTagged, tagFolders, tagsAfter, typedTags } from './tag-tree';

const tagged = (...tags: string[]) => ({ ...map, tags });

describe('tags with slashes', () => {
  it('are case-insensitive folders of their documents', () => {
    expect(isTagged(tagged('NPCs/Barovia'), 'npcs')).toBe(true);
    expect(isTagged(tagged('npcs/barovia'), 'NPCs/Barovia')).toBe(true);
    expect(isTagged(tagged('npcs'), 'npcs/barovia')).toBe(false);
    expect(isTagged(tagged('npcs-old'), 'npcs')).toBe(false);
    expect(isTagged(map, 'npcs')).toBe(false);
  });

  it('stand each once, below their folders', () => {
    const documents = [tagged('npcs/vallaki', 'maps'), tagged('npcs 2', 'NPCs/barovia/dead')];
    expect(tagFolders(documents).map(({ path, depth }) => `${depth} ${path}`)).toEqual([
      '0 maps',
      '0 npcs',
      '1 NPCs/barovia',
      '2 NPCs/barovia/dead',
      '1 npcs/vallaki',
      '0 npcs 2',
    ]);
  });

  it('are typed with commas between them', () => {
    expect(typedTags(' npcs/barovia, maps ,, ')).toEqual(['npcs/barovia', 'maps']);
  });

  it('are added and removed without duplicates', () => {
    const after = tagsAfter(tagged('Maps', 'npcs'), { add: ['maps', 'loot'], take: ['NPCs'] });
    expect(after).toEqual(['Maps', 'loot']);
  });
});
