/**
 * Version of the contract between shell and remotes. Minor versions add, major versions break; a remote's `requires` states its
 * supported range.
 */
export const FEDERATION_CONTRACT_VERSION = '1.12.0';
