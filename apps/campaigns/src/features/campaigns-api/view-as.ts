/** Where a GM sees a campaign as that player. */
export const viewAsPath = (campaign: string, viewer: string): string =>
  `/campaigns/${campaign}/as/${encodeURIComponent(viewer)}`;
