// For tests of this library and of its users.
export * from './made-pdf';
export * from './made-zip';
