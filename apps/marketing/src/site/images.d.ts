declare module '*.png' {
  const url: string;
  // eslint-disable-next-line no-restricted-syntax -- the form in which webpack gives a file's address
  export default url;
}
