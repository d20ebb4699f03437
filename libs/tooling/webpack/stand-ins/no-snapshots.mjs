// Replaces two parts of the federation runtime that only its manifest format uses: snapshots and preloading.
// The registry and `remote.json` do that work here; the parts add 3 kB to every first visit, and
// `disableSnapshot` leaves them in the bundle.

export class SnapshotHandler {
  manifestCache = new Map();
  hooks = { applyPlugin() {} };
}

export const getGlobalRemoteInfo = () => ({});

const refuse = () => {
  throw new Error('Preloading is not built into this shell.');
};
export const defaultPreloadArgs = refuse;
export const formatPreloadArgs = refuse;
export const normalizePreloadExposes = refuse;
export const preloadAssets = refuse;
