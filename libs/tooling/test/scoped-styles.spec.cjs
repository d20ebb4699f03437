// Remotes share one page: a style of one may touch nothing of another.
const fs = require('node:fs');
const path = require('node:path');

const ROOT = path.resolve(__dirname, '../../..');
const REMOTES = fs
  .readdirSync(path.join(ROOT, 'apps'))
  .filter((name) => fs.existsSync(path.join(ROOT, 'apps', name, 'remote.config.ts')));
/** Style sheets that only the shell loads. */
const OF_THE_PAGE = ['libs/web/ui/src/tokens/'];

const filesIn = (folder) =>
  fs
    .readdirSync(path.join(ROOT, folder), { recursive: true })
    .map((name) => path.join(folder, String(name)));

const styles = [...REMOTES.map((name) => `apps/${name}/src`), 'libs/web/ui/src']
  .flatMap(filesIn)
  .filter((file) => file.endsWith('.css') && !OF_THE_PAGE.some((page) => file.startsWith(page)));

/** Top-level selectors of a style sheet. */
function selectorsOf(css) {
  const found = [];
  const open = [];
  let text = '';
  for (const sign of css.replace(/\/\*[\s\S]*?\*\//g, '')) {
    if (sign === '{') {
      const head = text.trim();
      const isRule =
        !head.startsWith('@') && !open.some((each) => /^@(-\w+-)?keyframes/.test(each));
      if (isRule && !open.some((each) => !each.startsWith('@'))) found.push(head);
      open.push(head);
    } else if (sign === '}') open.pop();
    if ('{};'.includes(sign)) text = '';
    else text += sign;
  }
  return found;
}

it('reads style sheets', () => {
  const css = `.a, .b:is(p, q) { color: red; &:hover { x: y } } /* p {} */
    @media print { main { x: y } } @keyframes k { from { x: y } }`;
  expect(selectorsOf(css)).toEqual(['.a, .b:is(p, q)', 'main']);
});

it('are modules, whose class names are each build’s own', () => {
  expect(styles.length).toBeGreaterThan(20);
  expect(styles.filter((file) => !file.endsWith('.module.css'))).toEqual([]);
});

it.each(styles)('%s names a class of its own in every rule', (file) => {
  const css = fs.readFileSync(path.join(ROOT, file), 'utf8');
  expect(css).not.toMatch(/:global\b/);
  const each = selectorsOf(css).flatMap((selectors) => selectors.split(/,(?![^(]*\))/));
  expect(each.filter((selector) => !selector.includes('.'))).toEqual([]);
});

it.each(REMOTES)('%s brings no style of the page', (remote) => {
  const importing = filesIn(`apps/${remote}/src`)
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) =>
      /@tomekeeper\/ui\/\S*(base|tokens)\S*\.css/.test(
        fs.readFileSync(path.join(ROOT, file), 'utf8'),
      ),
    );
  expect(importing).toEqual([]);
});
