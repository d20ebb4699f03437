import { satisfiesContract } from '@tomekeeper/contracts-federation';

/** Whether a shell of contract version `contract` answers calls as another member sees them; an older one answers with the GM's own view. */
export const canViewAs = (contract: string): boolean => satisfiesContract(contract, '^1.5');
