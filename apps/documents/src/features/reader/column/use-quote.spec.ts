import { quotedRanges } from './use-quote';

const TEXT = 'Name\tHit points\nAnkheg\t39\nBandit\t11\nBandit\t11 🐉 (old).';
const ROW = `<p>Party</p><table><tr><th>Name</th><th>Hit points</th></tr><tr><td>Ankheg</td><td>39</td></tr>
  <tr><td>Ban<b>dit</b></td><td>11</td></tr><tr><td>Bandit</td><td id="last">11 🐉 (old).</td></tr></table>`;

function quoted(start: number, end: number) {
  const row = document.createElement('div');
  row.innerHTML = ROW;
  return quotedRanges(row, TEXT, [[start, end]]);
}

it.each([
  ['Ankheg\t39', 'Ankheg39'],
  ['Bandit\t11', 'Bandit11'],
  ['39', '39'],
  ['Hit points', 'Hit points'],
  ['🐉 (old).', '🐉 (old).'],
])('finds %j across elements', (words, expected) => {
  const start = TEXT.indexOf(words);
  const ranges = quoted(start, start + words.length);
  expect(ranges.map((range) => range.toString().replace(/\n\s*/g, ''))).toEqual([expected]);
});

it('finds the occurrence that is quoted', () => {
  const start = TEXT.lastIndexOf('Bandit');
  const [range] = quoted(start, start + 9);
  expect(range?.endContainer.parentElement?.id).toBe('last');
});

it('finds nothing outside the text', () => {
  expect(quoted(4, 5)).toEqual([]);
  expect(quoted(900, 950)).toEqual([]);
});
