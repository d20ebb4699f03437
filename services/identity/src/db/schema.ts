import type { EntityClass, MigrationClass } from '@tomekeeper/persistence';
import { CreateUserPool1732000000000 } from './migrations/1732000000000-create-user-pool';
import { CreateErasureRecords1732100000000 } from './migrations/1732100000000-create-erasure-records';
import { CreateSignInFactors1732200000000 } from './migrations/1732200000000-create-sign-in-factors';
import { CreateAccountSecurity1732300000000 } from './migrations/1732300000000-create-account-security';
import { CreateErasedPeople1732400000000 } from './migrations/1732400000000-create-erased-people';
import { CreateGroups1732500000000 } from './migrations/1732500000000-create-groups';
import { CountGuessesBySource1732610000000 } from './migrations/1732610000000-count-guesses-by-source';
import { CreateIdentityProofs1732620000000 } from './migrations/1732620000000-create-identity-proofs';
import { CreateWaitingSignUps1732630000000 } from './migrations/1732630000000-create-waiting-sign-ups';
import { AddSuccessorsOfRefreshTokens1732640000000 } from './migrations/1732640000000-add-successors-of-refresh-tokens';
import { CreateEarlierAddresses1732650000000 } from './migrations/1732650000000-create-earlier-addresses';
import { AddDevicesOfSessions1732660000000 } from './migrations/1732660000000-add-devices-of-sessions';
import { AddClientsThatTellUnknownUsers1732670000000 } from './migrations/1732670000000-add-clients-that-tell-unknown-users';
import { IndexSignInsUnderWay1732680000000 } from './migrations/1732680000000-index-sign-ins-under-way';
import { AddCredentialEpochs1732690000000 } from './migrations/1732690000000-add-credential-epochs';
import { CreateExportTickets1732700000000 } from './migrations/1732700000000-create-export-tickets';

/** None: almost every statement here takes, counts or replaces in one step, which is plain SQL. */
export const entities: EntityClass[] = [];
export const migrations: MigrationClass[] = [
  CreateUserPool1732000000000,
  CreateErasureRecords1732100000000,
  CreateSignInFactors1732200000000,
  CreateAccountSecurity1732300000000,
  CreateErasedPeople1732400000000,
  CreateGroups1732500000000,
  CountGuessesBySource1732610000000,
  CreateIdentityProofs1732620000000,
  CreateWaitingSignUps1732630000000,
  AddSuccessorsOfRefreshTokens1732640000000,
  CreateEarlierAddresses1732650000000,
  AddDevicesOfSessions1732660000000,
  AddClientsThatTellUnknownUsers1732670000000,
  IndexSignInsUnderWay1732680000000,
  AddCredentialEpochs1732690000000,
  CreateExportTickets1732700000000,
];
