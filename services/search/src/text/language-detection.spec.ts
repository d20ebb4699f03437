import { normalize } from './normalization';
import { detectLanguage } from './language-detection';

it.each([
  ['The dragon sleeps in the cave and it is old.', 'english'],
  ['Der Drache schläft in der Höhle und ist nicht jung.', 'german'],
  ['Le dragon dort dans la grotte et ne mange pas.', 'french'],
  ['El dragón duerme en la cueva y no come.', 'spanish'],
  ['Дракон спит в пещере.', 'russian'],
  ['龙住在山里', 'simple'],
  ['Strahd von Zarovich', 'english'],
  ['', 'english'],
])('reads %j as %s', (text, language) => {
  expect(detectLanguage(normalize(text))).toBe(language);
});
