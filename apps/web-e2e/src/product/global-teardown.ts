async function teardown(): Promise<void> {
  await globalThis.sharedProduct?.stop();
}

// eslint-disable-next-line import/no-default-export -- jest calls the default export
export default teardown;
