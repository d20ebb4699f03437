import fs from 'node:fs/promises';
import path from 'node:path';
import type { GatewayConfig } from '../config';
import type { ReadPublicFile } from './inlined';

/** Reads files below `/static/` and `/remotes/`; undefined when there is no such file. */
export const publicFileReader =
  ({ SHELL_DIR, REMOTES_DIR }: GatewayConfig): ReadPublicFile =>
  async (pathname) => {
    // Normalized first, so that no path leaves its folder.
    const normalized = path.posix.normalize(pathname);
    const file = normalized.startsWith('/static/')
      ? path.join(SHELL_DIR, normalized)
      : normalized.startsWith('/remotes/') &&
        path.join(REMOTES_DIR, normalized.slice('/remotes/'.length));
    return file ? fs.readFile(file, 'utf8').catch(() => undefined) : undefined;
  };
