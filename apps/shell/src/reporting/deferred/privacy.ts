/** Global Privacy Control or its predecessor, Do Not Track. */
export const asksForPrivacy = ({
  doNotTrack,
  globalPrivacyControl,
}: Navigator & { globalPrivacyControl?: boolean }) =>
  globalPrivacyControl === true || doNotTrack === '1';
