import fs from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import webpack from 'webpack';
import { DocumentPlugin } from '../../libs/tooling/webpack/document-plugin.mjs';
import { shellConfig } from '../../libs/tooling/webpack/shell.mjs';
import { compile } from '../../libs/tooling/src/compile.mjs';
import { precompress } from '../../libs/tooling/src/precompress.mjs';
import { WORKSPACE } from '../../libs/tooling/bootstrap/bootstrap.mjs';

const FOLDER = path.join(WORKSPACE, 'node_modules/.cache/tomekeeper/plain-page');
const SHELL = path.join(WORKSPACE, 'apps/shell');
const MARKETING = path.join(WORKSPACE, 'apps/marketing');
const FEDERATION = ['ModuleFederationPlugin', 'NormalModuleReplacementPlugin'];

/**
 * The front page of the public site as one ordinary bundle, rendered by React in the browser: the same
 * header, page, styles and fonts, without shell, remotes, session and API calls.
 * @param {unknown} nav links of the header
 */
export async function buildPlainPage(nav) {
  await fs.mkdir(FOLDER, { recursive: true });
  await fs.writeFile(path.join(FOLDER, 'entry.tsx'), entry(nav));
  const dist = path.join(FOLDER, 'dist');
  const config = shellConfig({ project: SHELL, dist, watch: false });
  const stats = await compile({
    ...config,
    entry: { page: path.join(FOLDER, 'entry.tsx') },
    output: { ...config.output, uniqueName: 'plain_page' },
    optimization: { ...config.optimization, splitChunks: false, runtimeChunk: false },
    plugins: [
      ...(config.plugins ?? [])
        .filter((plugin) => plugin && !FEDERATION.includes(plugin.constructor.name))
        .map((plugin) => (plugin instanceof DocumentPlugin ? plainDocument(plugin) : plugin)),
      new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
    ],
  });
  if (stats.hasErrors()) throw new Error(stats.toString({ preset: 'errors-warnings' }));
  await precompress(dist);
  return dist;
}

/**
 * The shell's document without the resources that only the shell uses.
 * @param {DocumentPlugin} document
 */
const plainDocument = ({ options }) =>
  new DocumentPlugin({
    ...options,
    firstScript: {
      name: 'before-paint',
      sources: [path.join(SHELL, 'src/features/theme/before-paint.ts')],
    },
    data: [],
  });

/** @param {unknown} nav */
const entry = (nav) => `
import { createRoot } from 'react-dom/client';
import '@tomekeeper/ui/tokens.css';
import '@tomekeeper/ui/base.css';
import { ShellProvider } from '@tomekeeper/remote-kit';
import { Header } from '${SHELL}/src/features/header/header';
import styles from '${SHELL}/src/app/app.module.css';
import { createThemeStore } from '${SHELL}/src/features/theme/theme';
import { LaunchPage } from '${MARKETING}/src/features/landing/launch-page';

const none = () => undefined;
const state = { status: 'signed-out' };
const session = { current: () => state, subscribe: () => none, useSession: () => state };
const location = { pathname: '/', search: '', hash: '', key: '' };
const routing = {
  Link: ({ to, ...rest }) => <a {...rest} href={to} />,
  navigate: none, useParams: () => ({}), useLocation: () => location, useTitle: none, useUnsavedChanges: none,
};
const shell = { config: { environment: 'production' }, session, routing, toast: none, announce: none, report: none };
createRoot(document.getElementById('root')).render(
  <ShellProvider value={shell}>
    <Header nav={${JSON.stringify(nav)}} environment="production" routing={routing} session={session} onSignOut={none} theme={createThemeStore(window)} />
    <main id="main" className={styles.main} tabIndex={-1}><LaunchPage /></main>
  </ShellProvider>,
);
`;

const TYPES = /** @type {Record<string, string>} */ ({
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
});

/** Security headers, whose handling takes the browser measurable time. */
const PROTECTION = /policy$|^x-(?!correlation-id$)|^origin-agent-cluster$/;

/**
 * Serves a folder with its precompressed files and with the product's security headers, because they cost
 * process switches and checks for every page.
 * @param {string} dist
 * @param {string} product its origin
 */
export async function servePlainPage(dist, product) {
  const answered = (await fetch(product)).headers;
  const protection = Object.fromEntries([...answered].filter(([name]) => PROTECTION.test(name)));
  const server = createServer(async (request, response) => {
    const asked = new URL(request.url ?? '/', 'http://localhost').pathname;
    const file = path.join(dist, asked === '/' ? 'index.html' : path.normalize(asked));
    const packed = await fs.readFile(`${file}.br`).catch(() => undefined);
    const body = packed ?? (await fs.readFile(file).catch(() => undefined));
    if (!body) return response.writeHead(404).end();
    return response
      .writeHead(200, {
        ...protection,
        'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
        'content-length': body.length,
        ...(asked.startsWith('/static/') ? { 'cache-control': 'max-age=31536000, immutable' } : {}),
        ...(packed ? { 'content-encoding': 'br' } : {}),
      })
      .end(body);
  });
  await new Promise((resolve) => server.listen(0, 'localhost', () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://localhost:${port}`,
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}
