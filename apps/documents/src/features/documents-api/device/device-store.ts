/** An object store on this device. Its database is named `tomekeeper-…`, so that the shell empties it at log-out. */
export interface DeviceStore<Row> {
  /**
   * Runs a transaction.
   * @returns the result of its last request, once the transaction is complete
   * @throws if the browser cannot store data
   */
  run: <Result>(
    mode: IDBTransactionMode,
    ask: (store: IDBObjectStore) => IDBRequest<Result> | Promise<Result>,
  ) => Promise<Result>;
  /** All rows; none if the browser cannot store data. */
  all: () => Promise<Row[]>;
  /** Deletes all rows; ignores errors. */
  clear: () => Promise<unknown>;
}

/** The database is opened at the first use. */
export function deviceStore<Row>(
  database: `tomekeeper-${string}`,
  name: string,
  options?: IDBObjectStoreParameters,
): DeviceStore<Row> {
  let opened: Promise<IDBDatabase> | undefined;

  function open(): Promise<IDBDatabase> {
    opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(database, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(name, options);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('No database on this device.'));
    }).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  }

  const run: DeviceStore<Row>['run'] = async (mode, ask) => {
    const transaction = (await open()).transaction(name, mode);
    const complete = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onerror = () => reject(transaction.error ?? new Error('Not kept.'));
      transaction.onabort = () => reject(transaction.error ?? new Error('Not kept.'));
    });
    const asked = ask(transaction.objectStore(name));
    const [result] = await Promise.all([asked instanceof Promise ? asked : once(asked), complete]);
    return result;
  };

  return {
    run,
    all: () =>
      run('readonly', (store) => store.getAll() as IDBRequest<Row[]>).catch((): Row[] => []),
    clear: () => run('readwrite', (store) => store.clear()).catch(() => undefined),
  };
}

/** Resolves with the result of a request. */
export const once = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('Not kept.'));
  });
