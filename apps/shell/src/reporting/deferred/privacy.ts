/** Global Privacy Control, or Do Not Track before it. */
export const asksForPrivacy = ({
  doNotTrack,
  globalPrivacyControl,
}: Navigator & { globalPrivacyControl?: boolean }) =>
  globalPrivacyControl === true || doNotTrack === '1';
