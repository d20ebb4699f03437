import type { AudienceKind } from '@tomekeeper/ui/audience';

/** Audience of what comes in by any way other than the upload dialog, which begins with Public: hidden until a GM says otherwise. */
export const NEW_AUDIENCE: AudienceKind = 'spoilers';
