/**
 * Copies `text`; resolves to whether it succeeded. The clipboard API requires a secure origin, but a phone may open the product
 * over plain HTTP in the local network: there `select` selects the text for `execCommand`, and on failure the text stays
 * selected.
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
