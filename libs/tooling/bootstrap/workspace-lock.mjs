import fs from 'node:fs';
import path from 'node:path';

/**
 * Lets one process at a time install or build in this checkout; the others wait. The lock of a
 * process that is gone counts for nothing.
 * @template T
 * @param {string} file @param {() => Promise<T>} work @param {() => void} onWait
 * @returns {Promise<T>}
 */
export async function alone(file, work, onWait) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  for (let told = false; !take(file);) {
    if (!told) onWait();
    told = true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const release = () => fs.rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    release();
    process.removeListener('exit', release);
  }
}

/** @param {string} file */
function take(file) {
  try {
    fs.writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  }
  if (!isAlive(file)) fs.rmSync(file, { force: true });
  return false;
}

/** @param {string} file */
function isAlive(file) {
  try {
    const holder = fs.readFileSync(file, 'utf8');
    // Between its creation and its first byte there is a moment.
    if (holder === '') return Date.now() - fs.statSync(file).mtimeMs < 5_000;
    process.kill(Number(holder), 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
