// Runs first, as it must know of the hashes before anything is loaded, and can't import. The build looks the shell's
// chunks up here (`ChunkIntegrityPlugin`), and remotes add theirs. Where a file that the document itself names does not load,
// no part of the app can say so; the document has words for that.
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
