/**
 * A link to a page of ours.
 * @throws when the path would lead anywhere else
 */
export function publicLink(publicUrl: string, path: string): string {
  const link = new URL(path, publicUrl);
  if (!path.startsWith('/') || link.origin !== new URL(publicUrl).origin)
    throw new Error('A link in a mail must lead to this installation.');
  return link.href;
}
