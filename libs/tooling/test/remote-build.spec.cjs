// Runs `tk build` as a child process on minimal remotes.
const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const WORKSPACE = path.resolve(__dirname, '../../..');
const TOOL = path.join(WORKSPACE, 'libs/tooling/bin/tk.mjs');
/** Inside the workspace, so that its packages are found. */
const PLAYGROUND = path.join(WORKSPACE, 'node_modules/.cache/remote-build-spec');

const CONFIG = {
  id: 'small-thing',
  requires: '^1.0',
  routes: [{ path: '/small', access: 'public' }],
  nav: [],
  widgets: [],
};
const REMOTE = `
  import { createElement, version } from 'react';
  import styles from './small.module.css';
  const Page = () => createElement('h1', { className: styles.title }, version);
  export const create = () => ({ routes: [{ path: '/small', Page }] });
`;

/** Writes a remote and builds it. */
function build({
  config = CONFIG,
  source = REMOTE,
  exports = 'export const small = ',
  prerender,
  budget,
  more = {},
} = {}) {
  fs.mkdirSync(PLAYGROUND, { recursive: true });
  const project = fs.mkdtempSync(path.join(PLAYGROUND, 'remote-'));
  const write = (file, text) => {
    fs.mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
    fs.writeFileSync(path.join(project, file), text);
  };
  write('package.json', JSON.stringify({ name: 'small', nx: { tags: ['type:remote'] } }));
  write(
    'remote.config.ts',
    `import { defineRemote } from '@tomekeeper/remote-kit';
     ${exports} defineRemote(${JSON.stringify(config)} as never);`,
  );
  write('src/remote.tsx', source);
  for (const [file, text] of Object.entries(more)) write(file, text);
  write('src/small.module.css', '.title { color: teal }');
  if (budget) write('size-budget.json', JSON.stringify(budget));
  if (prerender) write('src/prerender.tsx', prerender);
  const { status, stderr } = spawnSync(process.execPath, [TOOL, 'build'], {
    cwd: project,
    encoding: 'utf8',
  });
  const dist = path.join(project, 'dist');
  const files = fs.existsSync(dist) ? fs.readdirSync(dist) : [];
  const read = (ending) =>
    files
      .filter((file) => file.endsWith(ending))
      .map((file) => fs.readFileSync(path.join(dist, file), 'utf8'))
      .join('\n');
  return { status, stderr, files, dist, read };
}

const integrityOf = (file) =>
  `sha384-${createHash('sha384').update(fs.readFileSync(file)).digest('base64')}`;

describe('the build of a remote', () => {
  afterAll(() => fs.rmSync(PLAYGROUND, { recursive: true, force: true }));

  it('brings a folder that needs nothing but to be served', () => {
    const { status, stderr, files, dist, read } = build();
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const module = files
      .filter((file) => /^remote\.\w+\.(js|css)$/.test(file))
      .map((file) => ({ file, integrity: integrityOf(path.join(dist, file)) }));
    expect(module).toHaveLength(2);
    const manifest = JSON.parse(read('remote.json'));
    expect(manifest).toEqual({
      ...CONFIG,
      campaignNav: [],
      container: 'tomekeeper_small_thing',
      entry: expect.stringMatching(/^entry\.[0-9a-f]{8}\.js$/),
      preloads: {
        module: expect.arrayContaining(module),
        routes: { '/small': { files: [], widgets: [] } },
        session: [],
      },
    });
    expect(files).toContain(manifest.entry);
    expect(files).toContain(`${manifest.entry}.gz`);
    expect(files).toContain(`${manifest.entry}.br`);
    expect(files).toContain(`${manifest.entry}.map`);
    expect(read('.css')).toMatch(/^\.title-\w{5}\s?\{\s?color:\s?teal/);
  });

  it('renders pages that ask for it ahead, with the class names and styles of the bundle', () => {
    const { status, stderr, files, dist, read } = build({
      prerender: `
        import { createElement } from 'react';
        import { renderToStaticMarkup } from 'react-dom/server';
        import styles from './small.module.css';
        export const prerender = () => [{
          path: '/small',
          indexed: true,
          chunk: 'remote',
          head: '<title>Small</title>',
          body: renderToStaticMarkup(createElement('h1', { className: styles.title }, 'Small')),
        }];`,
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [page] = JSON.parse(read('prerendered.json')).pages;
    const [, name] = /^<h1 class="(title-\w{5})">Small<\/h1>$/.exec(page.body) ?? [];
    expect(read('.css')).toContain(`.${name}`);
    expect(page.styles).toEqual(files.filter((file) => file.endsWith('.css')));
    expect(page.scripts).toEqual(files.filter((file) => /^remote\..*\.js$/.test(file)));
    expect(files.filter((file) => file.endsWith('.cjs'))).toEqual([]);

    // Its scripts have no room for hashes, so the manifest says them and the runtime looks them up.
    const { entry, files: listed } = JSON.parse(read('remote.json'));
    const chunks = files.filter((file) => /\.(js|css)$/.test(file) && file !== entry);
    expect(listed).toEqual(
      Object.fromEntries(chunks.map((file) => [file, integrityOf(path.join(dist, file))])),
    );
    const script = fs.readFileSync(path.join(dist, entry), 'utf8');
    expect(script.match(/\.integrity=self\.sri\?\./g)).toHaveLength(2);
  });

  it('has the entry say the hash of every script and style sheet that it loads', () => {
    const source = `${REMOTE} export const later = () => import('./later');`;
    const later = 'export const text = "later";';
    const { status, files, dist, read } = build({ source, more: { 'src/later.ts': later } });
    expect(status).toBe(0);
    const { entry } = JSON.parse(read('remote.json'));
    const chunks = files.filter((file) => /\.(js|css)$/.test(file) && file !== entry);
    const hashes = chunks.map((file) => integrityOf(path.join(dist, file)));
    const said = fs.readFileSync(path.join(dist, entry), 'utf8').match(/sha384-[\w+/]{64}/g);
    expect(chunks.length).toBeGreaterThan(2);
    expect(said?.sort()).toEqual(hashes.sort());
  });

  it('takes React from the shell and is allowed by a strict policy', () => {
    const script = build().read('.js');
    expect(script).not.toContain('react.transitional.element');
    expect(script).not.toMatch(/new Function\(|\beval\(/);
  });

  it('names the error in the manifest and leaves no files behind', () => {
    const config = { ...CONFIG, id: 'Small', routes: [{ path: 'small', access: 'public' }] };
    const { status, stderr, files } = build({ config });
    expect(status).toBe(1);
    expect(stderr).toContain('remote.config.ts is not a valid manifest');
    expect(stderr).toContain('routes.0.path');
    expect(files).toEqual([]);
  });

  it('refuses scripts over the budget, and leaves nothing behind', () => {
    const { status, stderr, files } = build({ budget: { scriptsGzipBytes: 100 } });
    expect(status).toBe(1);
    expect(stderr).toMatch(/are \d+ bytes compressed, over the 100 of its size-budget\.json/);
    expect(files).toEqual([]);
  });

  it('wants exactly one configuration', () => {
    const { status, stderr } = build({ exports: 'export const other = 1; export const small = ' });
    expect(status).toBe(1);
    expect(stderr).toContain('must export exactly one configuration');
  });

  it('fails on an import that leads nowhere', () => {
    const { status, stderr } = build({ source: "export * from './nothing';" });
    expect(status).toBe(1);
    expect(stderr).toContain("Can't resolve './nothing'");
  });
});
