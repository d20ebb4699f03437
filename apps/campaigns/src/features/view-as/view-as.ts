/** Stands for any player, in addresses and in the header `X-View-As`. */
export const PARTY = 'party';

/** Where a GM sees a campaign as that player. */
export const viewAsPath = (campaign: string, viewer: string): string =>
  `/campaigns/${campaign}/as/${encodeURIComponent(viewer)}`;

/** Whether calls through this shell can be answered as somebody else's: a shell of before 1.5 would show the GM's own. */
export function canViewAs(contract: string): boolean {
  const [major = 0, minor = 0] = contract.split('.').map(Number);
  return major === 1 && minor >= 5;
}
