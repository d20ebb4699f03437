export { CopyableText, type CopyableTextProps } from './copyable-text';
