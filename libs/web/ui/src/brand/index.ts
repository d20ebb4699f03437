export { brand } from './brand';
export { Logo, type LogoProps } from './logo';
export { Wordmark, type WordmarkProps } from './wordmark';
