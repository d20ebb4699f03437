/**
 * Copies `text`, and says whether the browser let it. The clipboard is open to secure origins only, and a player's phone
 * may reach the product by a plain address in the same network: there `select` marks the text on the screen for the older
 * way, and at worst it is left selected.
 */
export async function copyText(text: string, select: () => void): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    select();
    return document.execCommand('copy');
  }
}
