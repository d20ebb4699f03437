// Replaces the federation runtime's fallback builds of shared packages, which do not exist here: the only
// shared package is the shell's React.

/** @template Factory @param {{ factory: Factory }} share */
export const getSharedFallbackGetter = ({ factory }) => factory;
