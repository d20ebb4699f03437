export { Audience, type AudienceKind, type AudienceProps } from './audience';
export { AudienceMark, type AudienceMarkProps } from './audience-mark';
