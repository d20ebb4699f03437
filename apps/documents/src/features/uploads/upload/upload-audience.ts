import type { AudienceKind } from '@tomekeeper/ui/audience';

/** Default audience of every upload route and new note. Only the upload dialog of the campaign page starts as Public. */
export const NEW_AUDIENCE: AudienceKind = 'spoilers';
