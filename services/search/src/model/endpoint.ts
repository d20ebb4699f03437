/** What lies below the address of a service, whether or not that ends with a slash. */
export const endpoint = (base: string, path: string): string =>
  `${base.replace(/\/+$/, '')}/${path}`;
