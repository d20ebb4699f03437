// Runs first, as it must know of the hashes before anything is loaded, and can't import. The build looks the shell's
// chunks up here (`ChunkIntegrityPlugin`), and remotes add theirs. Of what the document itself names no part of the app
// could say that browsers have refused it, so the document has words for that.
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
