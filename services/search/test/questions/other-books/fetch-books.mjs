// Downloads the books of `books.json` into a folder: node fetch-books.mjs <folder>
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Usage: node fetch-books.mjs <folder>');

/** @type {{ name: string, repository: string, commit: string, paths: string[] }[]} */
const books = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'books.json'), 'utf8'));
for (const { name, repository, commit, paths } of books) {
  const target = path.resolve(folder, name);
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', ['-C', target, ...args], { stdio: 'inherit' });
  fs.mkdirSync(target, { recursive: true });
  git('init', '--quiet');
  git('fetch', '--quiet', '--depth', '1', repository, commit);
  git('checkout', '--quiet', commit, '--', ...paths);
}
