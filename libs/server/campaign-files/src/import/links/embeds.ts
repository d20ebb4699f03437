import type { Inline } from '@tomekeeper/contracts-document';

/** Players get these words, because the name of an embedded note may be a spoiler. */
export const EMBEDDED_NOTE = 'Embedded note';
export const EMBEDDED_FILE = 'Embedded file';
export const LINKED_PAGE = 'Linked page';

const PICTURE = /\.(?:png|jpe?g|jfif|gif|webp|avif|svg|bmp|heic|heif|tiff?)$/i;

export const isPicture = (name: string): boolean => PICTURE.test(name);

/** A note, file or picture in the place of an embed. */
export interface Embed {
  kind: 'note' | 'file' | 'picture';
  href: string;
  /** Of pictures. */
  alt: string;
  width?: number;
  height?: number;
}

const HREF = /^embed:(\d+)$/;

/** The inline that marks the place of an embed until its passages are laid out. */
export const embedInline = (number: number): Inline => ({
  text: EMBEDDED_FILE,
  href: `embed:${number}`,
});

export const embedAt = ({ href }: Inline, embeds: readonly Embed[]): Embed | undefined =>
  embeds[Number(HREF.exec(href ?? '')?.[1] ?? NaN)];

export const placeholder = ({ kind, href }: Embed): Inline => ({
  text: kind === 'note' ? EMBEDDED_NOTE : EMBEDDED_FILE,
  href,
});
