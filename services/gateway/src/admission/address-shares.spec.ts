import { AddressShares } from './address-shares';

describe('shares of addresses', () => {
  it('are each address’s own, full at the most, and free again when given back', () => {
    const shares = new AddressShares(2);
    expect([shares.take('a'), shares.take('a'), shares.take('a')]).toEqual([true, true, false]);
    expect(shares.take('b')).toBe(true);
    shares.release('a');
    expect([shares.take('a'), shares.take('a')]).toEqual([true, false]);
    shares.release('a');
    shares.release('a');
    expect([shares.take('a'), shares.take('a'), shares.take('a')]).toEqual([true, true, false]);
  });

  it('never exceed the maximum, however many releases there are', () => {
    const shares = new AddressShares(1);
    shares.release('a');
    shares.release('a');
    expect([shares.take('a'), shares.take('a')]).toEqual([true, false]);
  });
});
