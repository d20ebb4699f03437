/** Downloads a URL without leaving the page. */
export function save(url: string): void {
  const link = window.document.createElement('a');
  link.href = url;
  link.rel = 'noopener noreferrer';
  link.download = '';
  link.click();
}
