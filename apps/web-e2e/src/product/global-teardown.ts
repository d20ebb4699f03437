async function teardown(): Promise<void> {
  await globalThis.sharedProduct?.stop();
}

// eslint-disable-next-line no-restricted-syntax -- jest calls the default export
export default teardown;
