/** Facts and plans shown on several pages. */
export const facts = {
  /** Behind us: pages say that it was the target. */
  launchTarget: 'late 2025 or early 2026',
  price: '$10 a month',
  importFormats: 'PDF, DOCX, Markdown and plain text',
  /** Seconds that a link to a stored file works. */
  fileLinkSeconds: 60,
} as const;

/** Promises about campaign data. */
export const privacyPromises = [
  'Your campaigns are private to you and the players you add.',
  'We do not sell your data.',
  'Your campaigns are not used to train AI models.',
] as const;

/** Retention periods in words; each service implements them. */
export const kept = {
  contactMessage: 'a year',
  verificationLink: '48 hours',
  unconfirmedAddress: 'a week',
  leftMailingList: 'two days',
  unfinishedUpload: '24 hours',
  /** DOCUMENT_LIMITS.trashDays and PLAYER_NOTE_LIMITS.keptDays of contracts-document. */
  trash: '30 days',
  mailRecord: '30 days',
  /** PURGE_HOURS of contracts-identity. */
  deletedAccount: 'two days',
  /** ACTIVITY_KEPT_DAYS of contracts-identity. */
  securityEvents: '90 days',
  /** KNOWN_SOURCE_DAYS of contracts-identity. */
  knownNetwork: '90 days',
  deletionRecord: 'three years',
  /** UNDO_HOURS of contracts-identity. */
  emailUndo: '72 hours',
  /** MAX_EARLIER_ADDRESSES of contracts-identity. */
  earlierAddresses: 20,
} as const;
