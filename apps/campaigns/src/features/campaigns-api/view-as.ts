/** Path of the view-as page. */
export const viewAsPath = (campaign: string, viewer: string): string =>
  `/campaigns/${campaign}/as/${encodeURIComponent(viewer)}`;
