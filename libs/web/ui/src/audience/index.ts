export { Audience, type AudienceKind, type AudienceProps } from './audience';
