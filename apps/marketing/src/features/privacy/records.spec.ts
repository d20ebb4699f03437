import {
  ACTIVITY_KEPT_DAYS,
  KNOWN_SOURCE_DAYS,
  MAX_EARLIER_ADDRESSES,
  PURGE_HOURS,
  UNDO_HOURS,
} from '@tomekeeper/contracts-identity';
import { kept } from '../../site/facts';

// The privacy page states identity’s retention periods in words, so a change of one
// requires a change of the other.
it('matches the retention periods of identity', () => {
  expect(kept.deletedAccount).toBe(PURGE_HOURS === 48 ? 'two days' : `${PURGE_HOURS} hours`);
  expect(kept.securityEvents).toBe(`${ACTIVITY_KEPT_DAYS} days`);
  expect(kept.emailUndo).toBe(`${UNDO_HOURS} hours`);
  expect(kept.earlierAddresses).toBe(MAX_EARLIER_ADDRESSES);
  expect(kept.knownNetwork).toBe(`${KNOWN_SOURCE_DAYS} days`);
});
