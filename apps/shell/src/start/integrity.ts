// Runs first, because it must register the hashes before anything loads, and cannot import. The build looks up the shell's chunks
// here (`ChunkIntegrityPlugin`), and remotes add theirs. If a file of the document itself fails to load, the app cannot report
// it, so the document contains the message.
{
  const hashes = document.querySelector('[data-sri]') as HTMLScriptElement;
  window.sri = JSON.parse(hashes.text) as Record<string, string>;
}
addEventListener(
  'error',
  ({ target }) => {
    if ((target as HTMLElement).dataset?.start === '')
      (document.querySelector('#refused') as HTMLElement).hidden = false;
  },
  true,
);
