const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const ROOT = path.resolve(__dirname, '../../..');
const tracked = spawnSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' });
// ADRs are history and may name removed files.
const pages = tracked.stdout.match(/^(?!deploy\/docs\/adr\/).*\.md$/gm) ?? [];

/** A path begins at the root, in a folder above the page, or in any app or service; a bare name is anywhere. */
function exists(name, page) {
  const above = page.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/'));
  const roots = above.map((folder) => folder && `${folder}/`).concat('(apps|services)/[^/]*/');
  const begin = name.includes('/') ? `(${roots.join('|')})(src/)?` : '(.*/)?';
  const rest = name
    .replace(/[.()]/g, '\\$&')
    .replace(/\{(.*?)\}/g, (_, choices) => `(${choices.replaceAll(',', '|')})`)
    .replace(/\*|…|<.*?>/g, '[^/\\n]*');
  return new RegExp(`^${begin}${rest}$`, 'm').test(tracked.stdout);
}

// Without Git's list (an archive of the sources) there is nothing to compare with.
(tracked.status === 0 ? it : it.skip).each([
  ['source file', /`([^`\s]+\.(?:tsx?|mjs|cjs))`/g, exists],
  [
    'link',
    /\]\((?!\w+:|#)([^)#\s]+)/g,
    (to, page) => fs.existsSync(path.join(ROOT, page, '..', to)),
  ],
])('every %s that a page names exists', (_what, names, isThere) => {
  const missing = pages.flatMap((page) =>
    [...fs.readFileSync(path.join(ROOT, page), 'utf8').matchAll(names)]
      .filter(([, name]) => !isThere(name, page))
      .map(([, name]) => `${page}: ${name}`),
  );
  expect(pages.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});
