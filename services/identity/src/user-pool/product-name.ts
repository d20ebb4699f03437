/** What passkeys call the product, and what no password may be made of. A fork renames it here too. */
export const PRODUCT_NAME = 'Tomekeeper';
