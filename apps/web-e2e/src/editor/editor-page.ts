import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../browser/launch-browser';
import { WORKSPACE } from '../frame/build-project';

const BUNDLES = {
  page: 'apps/documents/src/features/editor/testing/note-page.ts',
  merge: 'services/document/src/notes/saving/merge.ts',
  seen: 'services/document/src/notes/saving/writer-audience.ts',
  classes: 'libs/visibility/src/audience-class.ts',
  policy: 'services/gateway/src/security-headers.ts',
};
const SCRIPTS = ['merge', 'seen', 'classes', 'page'];
const NO_STORE = 'http://127.0.0.1:1';

type NotePage = Record<string, (...given: unknown[]) => unknown>;
type Bundles = Record<'page' | 'merge' | 'seen' | 'classes', NotePage>;

/** Calls a function of apps/documents/src/features/editor/testing/note-page.ts. */
export const call = <Result = void>(
  page: Page,
  name: string,
  ...given: unknown[]
): Promise<Result> =>
  page.evaluate(
    ([called, all]) => (globalThis as unknown as Bundles).page[called]!(...all) as Promise<never>,
    [name, given] as const,
  );

/** Closes the note of the page and opens one with these passages. */
export const openNote = (page: Page, note: unknown): Promise<void> =>
  page.evaluate(async (all) => {
    const { page: editor, merge, seen, classes } = globalThis as unknown as Bundles;
    const { merge: rule } = merge;
    const rules = {
      merge: rule,
      seenAudience: seen['writerAudience'],
      gmClass: classes['GM_CLASS'],
    };
    await editor['open']!(all, rules);
  }, note);

/** Real Chromium on the real editor with the real content security policy, and the document service's rule in the page. */
export interface EditorPage {
  page: Page;
  close: () => Promise<void>;
}

export async function openEditorPage(): Promise<EditorPage> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tomekeeper-editor-'));
  const bundle = path.join(WORKSPACE, 'libs/tooling/bin/bundle.mjs');
  const named = Object.entries(BUNDLES).map((one) => one.join('='));
  execFileSync(process.execPath, [bundle, folder, ...named], { stdio: ['ignore', 'pipe', 'pipe'] });
  const server = await serve(folder);
  const { port } = server.address() as AddressInfo;
  const browser: Browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 900, height: 900 } });
  await page.goto(`http://localhost:${port}/`);
  return {
    page,
    async close() {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      fs.rmSync(folder, { recursive: true });
    },
  };
}

async function serve(folder: string): Promise<http.Server> {
  const { documentPolicy } = createRequire(__filename)(path.join(folder, 'policy.js')) as {
    documentPolicy: (config: object) => string;
  };
  const policy = documentPolicy({ ROBOT_CHECK: 'none', STORAGE_ORIGIN: NO_STORE });
  const files = fs.readdirSync(folder);
  const styles = files.filter((name) => name.endsWith('.css'));
  const document = `<!doctype html><html lang="en"><title>Editor</title>
${styles.map((name) => `<link rel="stylesheet" href="/${name}">`).join('')}<body>
${SCRIPTS.map((name) => `<script src="/${name}.js"></script>`).join('')}</body></html>`;
  const server = http.createServer(({ url = '/' }, response) => {
    const file = files.find((name) => url === `/${name}`);
    const type = file?.endsWith('.css') ? 'css' : file ? 'javascript' : 'html';
    response.writeHead(200, {
      'content-type': `text/${type}; charset=utf-8`,
      'content-security-policy': policy,
    });
    response.end(file ? fs.readFileSync(path.join(folder, file)) : document);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
