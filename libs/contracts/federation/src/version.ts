/**
 * Version of the contract between the shell and its remotes. A minor adds, a major breaks; a remote
 * says in `requires` which ones it can live with.
 */
export const FEDERATION_CONTRACT_VERSION = '1.10.0';
