import type { DocumentCategory, ImportFailure } from '@tomekeeper/contracts-document';
import type { ExtractedPassage } from '@tomekeeper/text-extraction';

// Notes and files of a campaign outside the database: the result of reading an import in any format, and the input of an export.

/** The audience of a passage or document; players are user ids, because memberships differ between campaigns. */
export type TransferAudience = 'gm' | 'party' | { players: string[] };

/**
 * A passage without id. Links to other items have the `href` `item:<source id>` or `item:<source id>/<index of the passage>`, with
 * the source id percent-encoded; `name:<name>` is a link that the import does not resolve.
 */
export interface TransferPassage extends Omit<ExtractedPassage, 'content' | 'page' | 'region'> {
  content: Omit<ExtractedPassage['content'], 'image'>;
  /** Of an image passage: the source id of its file. */
  picture?: string;
  /** Explicit audience; absent, the passage inherits the audience of its note. */
  audience?: TransferAudience;
}

interface TransferItem {
  /** Stable within repeated exports of the same source: the path, or the id that the source gives. NFC. */
  sourceId: string;
  /** Path in the source for display, with slashes. NFC. */
  path: string;
  /** SHA-256 of the content and properties, in hexadecimal digits: equal if the item did not change since an earlier import. */
  hash: string;
  /** Folders of the source and its own tags, within the limits of documents. */
  tags: string[];
  /** The tag of its folders, unless the source has the same tag. */
  folderTag?: string;
  /** Whether the source says that all players see it. */
  isPublic: boolean;
  category?: DocumentCategory;
  pinned?: boolean;
}

export interface TransferNote extends TransferItem {
  title: string;
  /** Title for players who see a part of the note. */
  publicTitle?: string;
  aliases: { name: string; audience: 'gm' | 'readers' }[];
  passages: TransferPassage[];
  /** Targets of links and embeds that the source does not contain, at most 100. */
  unresolved: string[];
}

export interface TransferFile extends TransferItem {
  name: string;
  contentType: string;
  /** In bytes. */
  size: number;
  /** Whether a note shows it as an image. */
  isEmbedded: boolean;
  /** A picture that exists in notes alone, and is no document. */
  isInline?: boolean;
  /** Title for players who see a part of its text. */
  publicTitle?: string;
  /** The text, if passages have an explicit audience or comments; without pictures. */
  passages?: TransferPassage[];
  body: AsyncIterable<Buffer>;
}

/** The import as a whole cannot be read. */
export class ImportError extends Error {
  constructor(
    readonly reason: Exclude<ImportFailure, 'campaign_full' | 'no_space'>,
    options?: ErrorOptions,
  ) {
    super(`The import is ${reason}.`, options);
  }
}
