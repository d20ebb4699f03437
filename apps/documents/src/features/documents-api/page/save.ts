/** Whatever this address names is saved and not shown, so the page stays. */
export function save(url: string): void {
  const link = window.document.createElement('a');
  link.href = url;
  link.rel = 'noopener noreferrer';
  link.download = '';
  link.click();
}
