export const DOCUMENT_LIMITS = {
  /** Documents per campaign; beyond it presign and finalize respond 409. */
  perCampaign: 2000,
  /** Presigned, unfinalized uploads per user with valid URLs; beyond it 409. */
  openUploads: 200,
  /** Maximum characters of a file name. */
  fileNameLength: 255,
  /** Lifetime of a presigned upload URL, in seconds. */
  uploadUrlSeconds: 900,
  /** Maximum lifetime of a presigned download URL, in seconds. */
  downloadUrlSeconds: 60,
  /** Maximum size of a cover image. */
  coverMegabytes: 10,
  /** Maximum size of an uploaded picture of a member. */
  memberPictureMegabytes: 10,
  /** Portraits of one person and pictures in their notes as a player, in all campaigns. */
  memberPictures: 100,
  /** Maximum documents of a page of a list, and its default. */
  page: 100,
  defaultPage: 50,
  /** Maximum documents per thumbnails request. */
  thumbnails: 50,
  /** Maximum documents in each list of a campaign's overview. */
  overview: 12,
  /** Retention in the trash, in days; then documents are permanently deleted. */
  trashDays: 30,
  /**
   * Earlier versions of a document's file; beyond it the oldest is permanently deleted. Versions also expire after `trashDays`.
   */
  versions: 10,
  /** Maximum tags per document. */
  tags: 20,
  /** Maximum characters of a tag, including its folders. */
  tagLength: 80,
  /** Maximum aliases per document, and characters of each. */
  aliases: 20,
  aliasLength: 120,
  /** Maximum folder levels of a tag, separated by slashes. */
  tagDepth: 5,
  /** Period in which players who open the app still see a shown document. */
  showMinutes: 10,
  /** Period in which a GM can undo a show. */
  undoShowSeconds: 10,
} as const;
