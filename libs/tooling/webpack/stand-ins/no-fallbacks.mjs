// Stands in for the federation runtime's separate builds of shared packages to fall back on, which
// nothing here makes: what is shared is the shell's React.

/** @template Factory @param {{ factory: Factory }} share */
export const getSharedFallbackGetter = ({ factory }) => factory;
