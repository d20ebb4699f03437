const PREFIX = 'tomekeeper-';

/**
 * Empties the databases of all remotes on this device at log-out, also of remotes that this page has not loaded. A database is
 * not deleted, because open connections of other tabs would block that.
 */
export async function clearDatabases(): Promise<void> {
  try {
    const known = await indexedDB.databases();
    const names = known.map(({ name = '' }) => name).filter((name) => name.startsWith(PREFIX));
    await Promise.all(names.map(clear));
  } catch {
    // The browser stores nothing for this page.
  }
}

async function clear(name: string): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('Not opened.'));
  });
  try {
    const stores = [...database.objectStoreNames];
    if (stores.length === 0) return;
    const transaction = database.transaction(stores, 'readwrite');
    for (const store of stores) transaction.objectStore(store).clear();
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('Not cleared.'));
    });
  } finally {
    database.close();
  }
}
