export { copyText } from './copy-text';
export { CopyableText, type CopyableTextProps } from './copyable-text';
