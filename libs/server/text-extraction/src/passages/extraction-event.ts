import type { Inline, Passage, PassageContent } from '@tomekeeper/contracts-document';
import type { Embed } from '@tomekeeper/markdown';

/** A passage without id and audience. Images are numbered. */
export interface ExtractedPassage extends Pick<
  Passage,
  'kind' | 'depth' | 'level' | 'text' | 'page' | 'region'
> {
  content: Omit<PassageContent, 'image'> & { image?: number | undefined };
}

export const EXTRACTION_WARNINGS = [
  /** The encoding of a text file could not be detected. */
  'uncertain_encoding',
  /** Fonts of a PDF do not map their glyphs to the right characters. Their text is left out. */
  'unusable_fonts',
] as const;
export type ExtractionWarning = (typeof EXTRACTION_WARNINGS)[number];

/** A result of an extraction. Passages arrive in reading order, an image before the passage that contains its number. */
export type ExtractionEvent =
  | { passage: ExtractedPassage }
  | { image: { number: number; bytes: Buffer } }
  /** From 0 to 1. */
  | { progress: number }
  /** Page count, for files with pages. */
  | { pages: number }
  /** The file contains secret markup, even if no passage is secret. */
  | { secret: true }
  | { warning: ExtractionWarning };

/** Upper bounds for the text of one file. */
export interface ExtractionLimits {
  /** UTF-8 bytes of text. */
  textBytes: number;
  /** Bytes of the content of all passages as JSON. */
  contentBytes: number;
  passages: number;
  /** UTF-16 units of one passage. Longer text is split into several passages. */
  textLength: number;
  /** Bytes of one image. Larger images are left out; 0 leaves out all. */
  imageBytes: number;
}

/** Links and pictures of Markdown and HTML, for callers that know the files around a text. */
export interface ExtractionResources {
  /** @returns the link target, undefined for text without a link */
  hrefOf: (address: string) => string | undefined;
  /** Pictures in HTML. @returns a number for the image passage */
  imageOf: (address: string) => number | undefined;
  /** Embeds and pictures in Markdown. */
  embedOf: (embed: Embed) => Inline;
}

export interface ExtractionOptions {
  limits: ExtractionLimits;
  emit: (event: ExtractionEvent) => void;
  /** Without it, links to files are links by name, and pictures are left out. */
  resources?: ExtractionResources | undefined;
}
