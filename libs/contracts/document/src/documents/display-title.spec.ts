import { displayTitle } from './display-title';

it.each([
  ['Map of Barovia.png', 'Map of Barovia'],
  ['Notes.MD', 'Notes'],
  ['Session 1.5', 'Session 1.5'],
  ['Dr. Strahd', 'Dr. Strahd'],
  ['backup.tar.gz', 'backup.tar'],
  ['.pdf', '.pdf'],
  ['Map of Barovia', 'Map of Barovia'],
])('%s is shown as %s', (name, title) => expect(displayTitle(name)).toBe(title));
